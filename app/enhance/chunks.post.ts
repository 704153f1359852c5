const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Repeated until answered: the same chunk under the same key is done once. */
export async function post(action: string, body: URLSearchParams): Promise<Response | null> {
  for (const pause of [0, 1_000, 3_000, 8_000]) {
    await wait(pause);
    const answer = await fetch(action, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
    }).catch(() => null);
    if (answer && answer.status < 500) return answer;
  }
  return null;
}
