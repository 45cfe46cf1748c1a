# carom in a small image, without root:
#
#   docker build --tag carom .
#   docker run --rm --user "$(id -u)" --volume "$PWD:/puzzles" carom check

FROM rust:1.95-slim-trixie AS build
WORKDIR /carom
COPY . .
RUN cargo install --locked --path . --root /carom/installed

FROM debian:trixie-slim
COPY packaging/image/setup /tmp/setup
RUN /tmp/setup && rm /tmp/setup
COPY --from=build /carom/installed/bin/carom /usr/local/bin/carom
USER 10001
WORKDIR /puzzles
ENTRYPOINT ["carom"]
CMD ["check"]
