/** What the environment says of this installation (README lists each variable). */
export type Config = ReturnType<typeof readConfig>;

export function readConfig(env: NodeJS.ProcessEnv) {
  const port = Number(env.PORT ?? 3000);
  const origins = (env.PUBLIC_ORIGIN ?? `http://localhost:${port},http://127.0.0.1:${port}`).split(",").map((o) => o.trim().replace(/\/$/, ""));
  return {
    port,
    host: env.HOST ?? "0.0.0.0",
    origins,
    secure: origins[0]!.startsWith("https:"),
    product_name: env.PRODUCT_NAME ?? "KOBA",
    stock_id: env.PRODUCT_STOCK_BUYER_ID ?? "shohin-zaiko",
    parts_id: env.PARTS_BUYER_ID ?? "buhin-zaiko",
    backend_url: env.BACKEND_URL ?? null,
    trusted_proxy: env.TRUSTED_PROXY ?? null,
    sample_world: env.SAMPLE_WORLD === "1",
    sample_cards: Number(env.SAMPLE_CARDS ?? 0),
  };
}
