# carom in a small image that is not root:
#
#   docker build --tag carom .
#   docker run --rm --volume "$PWD:/puzzles" carom check

FROM rust:1.95-slim-trixie AS build
WORKDIR /carom
COPY . .
RUN cargo install --locked --path . --root /carom/installed

FROM debian:trixie-slim
# For `check --since`. The folder belongs to whoever runs the container.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends git=1:2.* \
    && rm -rf /var/lib/apt/lists/* \
    && git config --system --add safe.directory '*' \
    && useradd --uid 10001 --create-home carom
COPY --from=build /carom/installed/bin/carom /usr/local/bin/carom
USER 10001
WORKDIR /puzzles
ENTRYPOINT ["carom"]
CMD ["check"]
