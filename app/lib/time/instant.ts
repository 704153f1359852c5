const stored = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** product §9: text without a zone is UTC, a number is seconds. */
export function readInstant(value: Date | string | number): Date {
  if (value instanceof Date) return value;
  if (typeof value === "number") return new Date(value * 1000);
  const parts = stored.exec(value.trim());
  if (!parts) return new Date(NaN);
  const [, day, clock = "00:00", zone = "Z"] = parts;
  const offset =
    zone.length === 3
      ? `${zone}:00`
      : zone.length === 5
        ? `${zone.slice(0, 3)}:${zone.slice(3)}`
        : zone.toUpperCase();
  return new Date(`${day}T${clock}${offset}`);
}
