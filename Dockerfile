# carom in a small image, without root:
#
#   docker build --tag carom .
#   docker run --rm --user "$(id -u)" --volume "$PWD:/puzzles" carom check

FROM rust:1.95-slim-trixie@sha256:275c320a57d0d8b6ab09454ab6d1660d70c745fb3cc85adbefad881b69a212cc AS build
WORKDIR /carom
COPY . .
RUN cargo install --locked --path . --root /carom/installed

FROM debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f
COPY packaging/image/setup /tmp/setup
RUN /tmp/setup && rm /tmp/setup
COPY --from=build /carom/installed/bin/carom /usr/local/bin/carom
USER 10001
WORKDIR /puzzles
ENTRYPOINT ["carom"]
CMD ["check"]
