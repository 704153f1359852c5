# syntax=docker/dockerfile:1
# The release archive on Node's slim image: packed in the first stage, unpacked in the second.
FROM node:24-bookworm-slim AS made
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund
COPY . .
RUN npm run release && mkdir /koba && tar -xzf dist/koba-*.tar.gz --strip-components=1 -C /koba

FROM node:24-bookworm-slim
RUN groupadd --system --gid 10001 koba \
 && useradd --system --uid 10001 --gid koba --home-dir /var/lib/koba --shell /usr/sbin/nologin koba \
 && install -d -o koba -g koba -m 0700 /var/lib/koba /var/lib/koba/postgres /var/lib/koba/files /var/lib/koba/backup
# Root's: the server may read its own program, not change it.
COPY --from=made /koba /opt/koba
WORKDIR /opt/koba
ENV NODE_ENV=production PORT=3000 HOST=0.0.0.0 \
    KOBA_DATA=/var/lib/koba/postgres FILES_DIR=/var/lib/koba/files
USER koba
VOLUME /var/lib/koba
EXPOSE 3000
# The server drains by itself on SIGTERM: a second of 503 at /health, then no new connections.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that signals reach it; it waits for all it starts.
ENTRYPOINT ["node", "--max-semi-space-size=32"]
CMD ["bin/start.mjs"]
