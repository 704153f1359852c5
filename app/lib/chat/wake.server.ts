import pg from "pg";

const AGAIN_MS = 1_000;

/** Reconnects, and calls `missed` after each connection. */
export function listenForWakeups(
  connectionString: string,
  heard: Record<string, (company_id: string) => void>,
  missed: () => void,
) {
  let client: pg.Client | null = null;
  let over = false;

  async function connect(): Promise<void> {
    if (over) return;
    const made = new pg.Client({ connectionString, application_name: "koba-wake", keepAlive: true });
    const lost = () => {
      if (client !== made) return;
      client = null;
      if (!over) setTimeout(() => void connect(), AGAIN_MS).unref();
    };
    made.on("error", lost);
    made.on("end", lost);
    made.on("notification", ({ channel, payload }) => {
      if (payload) heard[channel]?.(payload);
    });
    client = made;
    try {
      await made.connect();
      await made.query(
        Object.keys(heard)
          .map((channel) => `listen ${channel}`)
          .join("; "),
      );
      missed();
    } catch {
      await made.end().catch(() => undefined);
      lost();
    }
  }

  const started = connect();
  return {
    started,
    async stop(): Promise<void> {
      over = true;
      await started;
      await client?.end().catch(() => undefined);
    },
  };
}
