# carom in a small image that is not root:
#
#   docker build --tag carom .
#   docker run --rm --volume "$PWD:/puzzles" carom check

FROM rust:1.88-alpine AS build
# For the parts in C.
RUN apk add --no-cache build-base=~0
WORKDIR /carom
COPY . .
RUN cargo install --locked --path . --root /carom/installed

FROM alpine:3.22
# For `check --since`. The folder belongs to whoever runs the container.
RUN apk add --no-cache git=~2 \
    && git config --system --add safe.directory '*' \
    && adduser -D -u 10001 carom
COPY --from=build /carom/installed/bin/carom /usr/local/bin/carom
USER 10001
WORKDIR /puzzles
ENTRYPOINT ["carom"]
CMD ["check"]
