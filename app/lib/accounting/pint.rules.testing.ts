import { registrationWarning } from "~/lib/text/registration";

/** What must hold of a JP PINT invoice (docs/spec/jp-pint.md), written without the code that makes one. */
type Xml = { name: string; attributes: Record<string, string>; text: string; children: Xml[] };

const PLAIN: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&" };
const plain = (text: string) => text.replace(/&(lt|gt|quot|amp);/g, (_, name) => PLAIN[name]!);

export function parseXml(source: string): Xml {
  const top: Xml = { name: "", attributes: {}, text: "", children: [] };
  const open = [top];
  for (const [, text, close, full, head] of source
    .replace(/^<\?xml [^>]*\?>/, "")
    .matchAll(/([^<]*)<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)>/g)) {
    const at = open.at(-1)!;
    const name = full!.replace(/^c[ab]c:/, "");
    at.text += plain(text!);
    if (close) {
      if (at.name !== name) throw new Error(`</${name}> closes <${at.name}>`);
      open.pop();
      continue;
    }
    const attributes = Object.fromEntries(
      [...head!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, said]) => [key!, plain(said!)]),
    );
    const child = { name, attributes, text: "", children: [] };
    at.children.push(child);
    open.push(child);
  }
  if (open.length !== 1 || top.children.length !== 1) throw new Error("not one whole document");
  return top.children[0]!;
}

export const all = (at: Xml, path: string): Xml[] =>
  path
    .split("/")
    .reduce<Xml[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [at],
    );
export const value = (at: Xml, path: string): string | undefined => all(at, path)[0]?.text;

const ORDER: Record<string, string> = {
  Invoice:
    "CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode Note DocumentCurrencyCode InvoicePeriod OrderReference " +
    "BillingReference DespatchDocumentReference AdditionalDocumentReference AccountingSupplierParty AccountingCustomerParty Delivery PaymentMeans " +
    "PaymentTerms AllowanceCharge TaxTotal LegalMonetaryTotal InvoiceLine",
  Party: "EndpointID PartyIdentification PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact",
  PostalAddress: "StreetName CityName PostalZone CountrySubentity AddressLine Country",
  PaymentMeans: "PaymentMeansCode PaymentID PayeeFinancialAccount",
  TaxSubtotal: "TaxableAmount TaxAmount TaxCategory",
  TaxCategory: "ID Percent TaxScheme",
  ClassifiedTaxCategory: "ID Percent TaxScheme",
  LegalMonetaryTotal:
    "LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount",
  InvoiceLine:
    "ID Note InvoicedQuantity LineExtensionAmount InvoicePeriod DocumentReference AllowanceCharge Item Price",
  Item: "Description Name ClassifiedTaxCategory AdditionalItemProperty",
};

function* disordered(at: Xml): Generator<string> {
  const order = ORDER[at.name]?.split(" ");
  const places = at.children.map(({ name }) => (order ? order.indexOf(name) : 0));
  if (places.includes(-1)) yield `${at.name} holds ${at.children[places.indexOf(-1)]!.name}`;
  if (places.some((place, index) => place < (places[index - 1] ?? 0))) yield `${at.name} is out of order`;
  if (at.children.length === 0 && at.text.trim() === "") yield `${at.name} is empty`;
  for (const child of at.children) yield* disordered(child);
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const YEN = /^-?\d+$/;

function* partyFaults(invoice: Xml): Generator<string> {
  for (const side of ["AccountingSupplierParty", "AccountingCustomerParty"]) {
    const [at] = all(invoice, `${side}/Party/EndpointID`);
    const corporate = /^\d{13}$/.test(at?.text ?? "") && registrationWarning(`T${at!.text}`) === null;
    const good = at?.attributes.schemeID === "0188" ? corporate : /^T\d{13}$/.test(at?.text ?? "");
    if (!good || !["0188", "0221"].includes(at?.attributes.schemeID ?? "")) yield `${side}: endpoint`;
    if (value(invoice, `${side}/Party/PostalAddress/Country/IdentificationCode`) !== "JP")
      yield `${side}: country`;
    if (!value(invoice, `${side}/Party/PartyLegalEntity/RegistrationName`)) yield `${side}: name`;
  }
  const scheme = value(invoice, "AccountingSupplierParty/Party/PartyTaxScheme/TaxScheme/ID");
  if (scheme !== "VAT") yield "scheme of the seller";
  const numbers = all(invoice, "AccountingSupplierParty/Party/PartyTaxScheme/CompanyID");
  if (numbers.length !== 1 || !/^T\d{13}$/.test(numbers[0]!.text)) yield "T-number of the seller, once";
}

/** A category with its rate. */
function* categoryFaults(at: Xml): Generator<string> {
  const [id, percent] = [value(at, "ID"), value(at, "Percent")];
  if (!["AA", "E", "S", "G", "O"].includes(id ?? "")) yield `category ${id}`;
  if (value(at, "TaxScheme/ID") !== "VAT") yield "scheme of the tax";
  if (id === "O" ? percent !== undefined : percent === undefined) yield `percent of ${id}`;
  if ((id === "E" || id === "G") && percent !== "0") yield `rate of ${id}`;
  if (id === "S" && !(Number(percent) > 0)) yield "rate of S";
}

function* taxFaults(invoice: Xml): Generator<string> {
  const subtotals = all(invoice, "TaxTotal/TaxSubtotal");
  const used = all(invoice, "InvoiceLine/Item/ClassifiedTaxCategory");
  const keyOf = (at: Xml) => `${value(at, "ID")} ${value(at, "Percent") ?? ""}`;
  for (const category of [...all(invoice, "TaxTotal/TaxSubtotal/TaxCategory"), ...used])
    yield* categoryFaults(category);
  const named = subtotals.map((one) => keyOf(all(one, "TaxCategory")[0]!));
  if (new Set(named).size < named.length) yield "a category twice";
  if ([...new Set(used.map(keyOf))].sort().join() !== [...named].sort().join())
    yield "categories of the lines";
  for (const one of subtotals) {
    const [category] = all(one, "TaxCategory");
    const base = Number(value(one, "TaxableAmount"));
    const tax = Number(value(one, "TaxAmount"));
    const exact = (base * Number(value(category!, "Percent") ?? 0)) / 100;
    if (tax < Math.floor(exact) || tax > Math.ceil(exact)) yield `tax ${tax} of ${base}`;
    const lines = all(invoice, "InvoiceLine").filter(
      (line) => keyOf(all(line, "Item/ClassifiedTaxCategory")[0]!) === keyOf(category!),
    );
    if (sum(lines, "LineExtensionAmount") !== base) yield `base ${base}`;
  }
  if (Number(value(invoice, "TaxTotal/TaxAmount")) !== sum(subtotals, "TaxAmount")) yield "sum of the taxes";
}
const sum = (list: Xml[], path: string) => list.reduce((total, one) => total + Number(value(one, path)), 0);

function* totalFaults(invoice: Xml): Generator<string> {
  const total = (name: string) => Number(value(invoice, `LegalMonetaryTotal/${name}`));
  if (sum(all(invoice, "InvoiceLine"), "LineExtensionAmount") !== total("LineExtensionAmount"))
    yield "sum of the lines";
  if (total("TaxExclusiveAmount") !== total("LineExtensionAmount")) yield "total without tax";
  if (
    total("TaxInclusiveAmount") !==
    total("TaxExclusiveAmount") + Number(value(invoice, "TaxTotal/TaxAmount"))
  )
    yield "total with tax";
  if (total("PayableAmount") !== total("TaxInclusiveAmount")) yield "payable";
}

function* lineFaults(invoice: Xml): Generator<string> {
  const lines = all(invoice, "InvoiceLine");
  if (lines.length === 0) yield "no line";
  const ids = lines.map((line) => value(line, "ID"));
  if (new Set(ids).size < ids.length) yield "a line's number twice";
  for (const line of lines) {
    if (all(line, "Item/ClassifiedTaxCategory").length !== 1) yield "tax of a line";
    if (!/^-?\d+(\.\d+)?$/.test(value(line, "InvoicedQuantity") ?? "")) yield "quantity of a line";
    if (!all(line, "InvoicedQuantity")[0]?.attributes.unitCode) yield "unit of a line";
    if (!/^\d+(\.\d+)?$/.test(value(line, "Price/PriceAmount") ?? "")) yield "price of a line";
  }
}

function* everyAmount(at: Xml): Generator<string> {
  if ("currencyID" in at.attributes || /Amount$/.test(at.name)) {
    if (at.attributes.currencyID !== "JPY") yield `${at.name} not in yen`;
    if (at.name !== "PriceAmount" && !YEN.test(at.text)) yield `${at.name} ${at.text}`;
  }
  for (const child of at.children) yield* everyAmount(child);
}

function* headFaults(invoice: Xml): Generator<string> {
  const heads: [string, string][] = [
    ["CustomizationID", "urn:peppol:pint:billing-1@jp-1"],
    ["ProfileID", "urn:peppol:bis:billing"],
    ["InvoiceTypeCode", "380"],
    ["DocumentCurrencyCode", "JPY"],
  ];
  for (const [name, text] of heads) if (value(invoice, name) !== text) yield name;
  if (!value(invoice, "ID")) yield "number";
  const days = ["IssueDate", "DueDate", "InvoicePeriod/StartDate", "InvoicePeriod/EndDate"];
  for (const path of days) if (!DAY.test(value(invoice, path) ?? "")) yield path;
  for (const at of all(invoice, "BillingReference/InvoiceDocumentReference"))
    if (!value(at, "ID") || !DAY.test(value(at, "IssueDate") ?? "")) yield "the invoice before";
  for (const means of all(invoice, "PaymentMeans")) {
    const code = value(means, "PaymentMeansCode");
    if (!code) yield "code of the payment";
    if ((code === "30" || code === "58") && !value(means, "PayeeFinancialAccount/ID")) yield "account";
  }
}

/** Empty for a document that keeps them all. */
export function pintFaults(xml: string): string[] {
  const invoice = parseXml(xml);
  return [
    ...(invoice.attributes.xmlns === "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
      ? []
      : ["namespace"]),
    ...disordered(invoice),
    ...headFaults(invoice),
    ...partyFaults(invoice),
    ...taxFaults(invoice),
    ...totalFaults(invoice),
    ...lineFaults(invoice),
    ...everyAmount(invoice),
  ];
}
