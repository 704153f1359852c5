import type { TypedResponse } from "@remix-run/node";

/** As much of a Response as Remix and the front door look at. */
class Data {
  readonly statusText = "";
  readonly headers: Headers;
  readonly status: number;
  readonly body = true;

  constructor(
    private readonly data: unknown,
    init: ResponseInit,
  ) {
    this.status = init.status ?? 200;
    this.headers = new Headers(init.headers);
    this.headers.set("Content-Type", "application/json; charset=utf-8");
  }

  json = async () => this.data;
  text = async () => JSON.stringify(this.data);
  arrayBuffer = async () => Buffer.from(await this.text());
}

/**
 * What a page is drawn from. Like Remix's own `json`, but the page, drawn in this process, is handed the data
 * as it is: it is not written out
 * to be read again, which for a board costs as much as reading it from the database.
 */
export function json<T>(data: T, init: ResponseInit = {}): TypedResponse<T> {
  return new Data(data, init) as unknown as TypedResponse<T>;
}
