import { createServer, type Server } from "node:http";
import { countsOf } from "./count.server";

type Values = [labels: Record<string, string>, value: number][];
/** `longest`: of several processes the greatest value counts, not the sum. */
export type Reading = { name: string; help: string; values: Values; longest?: true };
type Read = () => Reading[] | Promise<Reading[]>;
type Prometheus = typeof import("prom-client");
type Observe = (route: string, method: string, status: number, ms: number) => void;

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
let observer: Observe | undefined;
let collecting: Prometheus | undefined;

/** A request was answered so late; nothing where nobody counts. */
export const observe: Observe = (route, method, status, ms) => observer?.(route, method, status, ms);

const labelsOf = (values: Values) => Object.keys(values[0]?.[0] ?? {});

function gauges(prom: Prometheus, registry: InstanceType<Prometheus["Registry"]>, readings: Reading[]): void {
  for (const { name, help, values } of readings) {
    const gauge = new prom.Gauge({ name, help, labelNames: labelsOf(values), registers: [registry] });
    for (const [labels, value] of values) gauge.set(labels, value);
  }
}

function countersOf(prom: Prometheus, registry: InstanceType<Prometheus["Registry"]>): void {
  new prom.Counter({
    name: "koba_outcomes_total",
    help: "Mail, push notifications and sign-ins by outcome, since the process began",
    labelNames: ["subject", "outcome"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [subject, outcome, num] of countsOf()) this.inc({ subject, outcome }, num);
    },
  });
}

/**
 * Begins to count what this process does. `local`: what it holds itself; of several processes all is summed,
 * but the delay of the event loop, of which the longest counts.
 */
export async function startCounting(local: () => Reading[]): Promise<void> {
  const prom = (collecting = (await import("prom-client")).default);
  prom.collectDefaultMetrics({ eventLoopMonitoringPrecision: 20 });
  const seconds = new prom.Histogram({
    name: "koba_http_request_duration_seconds",
    help: "Time from the first byte of a request to the last of its answer, by kind of address",
    labelNames: ["route"],
    buckets: BUCKETS,
  });
  const requests = new prom.Counter({
    name: "koba_http_requests_total",
    help: "Requests answered",
    labelNames: ["route", "method", "status"],
  });
  for (const { name, help, values, longest } of local())
    new prom.Gauge({
      name,
      help,
      labelNames: labelsOf(values),
      aggregator: longest ? "max" : "sum",
      collect() {
        const now = local().find((reading) => reading.name === name);
        for (const [labels, value] of now?.values ?? []) this.set(labels, value);
      },
    });
  countersOf(prom, prom.register);
  observer = (route, method, status, ms) => {
    seconds.observe({ route }, ms / 1000);
    requests.inc({ route, method, status });
  };
  // Of several processes each answers its parent when that is asked.
  new prom.AggregatorRegistry();
}

async function text(shared: Read): Promise<string> {
  const prom = collecting ?? (await import("prom-client")).default;
  const registry = new prom.Registry();
  gauges(prom, registry, await shared());
  const own = collecting ? await prom.register.metrics() : await workers(prom);
  return `${own}\n${await registry.metrics()}`;
}

let aggregator: InstanceType<Prometheus["AggregatorRegistry"]> | undefined;

async function workers(prom: Prometheus): Promise<string> {
  aggregator ??= new prom.AggregatorRegistry();
  return aggregator.clusterMetrics();
}

/** `shared`: what is the same whoever is asked, read once a scrape. */
export function serveMetrics(host: string, port: number, shared: Read): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = "text/plain; charset=utf-8") =>
      response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
    if (request.url?.split("?", 1)[0] !== "/metrics") return void answer(404, "/metrics\n");
    if (request.method !== "GET") return void answer(405, "GET\n");
    text(shared).then(
      (body) => answer(200, body, "text/plain; version=0.0.4; charset=utf-8"),
      (error: Error) => answer(503, `${error.name}\n`),
    );
  });
  return new Promise((ready, failed) =>
    server.once("error", failed).listen({ host, port }, () => ready(server)),
  );
}
