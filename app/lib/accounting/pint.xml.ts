import { writeXml, type XmlElement } from "~/lib/text/xml";
import { formatDate } from "~/lib/time/date";
import { termsLabel } from "~/lib/time/period";
import { LINE_UNIT_LABEL, type LineUnit } from "~/lib/vocabulary/document";
import type { BankAccount, Party } from "~/lib/vocabulary/factory.schema";
import type { InvoiceDetail, InvoiceLine } from "./invoice.schema";
import { endpoint, signed, taxCategory } from "./pint";

const NAMESPACES = {
  xmlns: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
  "xmlns:cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  "xmlns:cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
};
const UNIT_CODE: Record<LineUnit, string> = { piece: "H87", kg: "KGM", set: "SET", lot: "LS" };
const CREDIT_TRANSFER = "30";

type Part = XmlElement | null | false | undefined | "";
const cac = (name: string, ...parts: Part[]): XmlElement => ({
  name: `cac:${name}`,
  content: parts.filter((part) => !!part),
});
const cbc = (name: string, content: string, attributes?: Record<string, string>): XmlElement => ({
  name: `cbc:${name}`,
  content,
  attributes,
});
/** Yen have no decimals; nor is there a yen below nothing. */
const yen = (name: string, amount: number) => cbc(name, String(amount + 0), { currencyID: "JPY" });

const taxScheme = cac("TaxScheme", cbc("ID", "VAT"));
const taxed = (name: string, tax_rate: number) =>
  cac(name, cbc("ID", taxCategory(tax_rate)), tax_rate !== 0 && cbc("Percent", String(tax_rate)), taxScheme);

function party(of: Party, contact: { issuer: boolean; person: string | null }): XmlElement {
  const { scheme, id } = endpoint(of.registration_number!);
  return cac(
    "Party",
    cbc("EndpointID", id, { schemeID: scheme }),
    cac("PartyName", cbc("Name", of.name)),
    cac(
      "PostalAddress",
      of.address && cbc("StreetName", of.address),
      of.postal_code && cbc("PostalZone", of.postal_code),
      cac("Country", cbc("IdentificationCode", "JP")),
    ),
    contact.issuer && cac("PartyTaxScheme", cbc("CompanyID", of.registration_number!), taxScheme),
    cac("PartyLegalEntity", cbc("RegistrationName", of.name)),
    contact.issuer &&
      (contact.person || of.tel) &&
      cac("Contact", contact.person && cbc("Name", contact.person), of.tel && cbc("Telephone", of.tel)),
  );
}

const payee = ({ bank_name, branch_name, kind, number, holder }: BankAccount): XmlElement =>
  cac(
    "PaymentMeans",
    cbc("PaymentMeansCode", CREDIT_TRANSFER),
    cac(
      "PayeeFinancialAccount",
      cbc("ID", [bank_name, branch_name, kind === "普通" ? "1" : "2", number].join(":")),
      cbc("Name", holder),
    ),
  );

function property(name: string, value: string | null): Part {
  return (
    value !== null && value !== "" && cac("AdditionalItemProperty", cbc("Name", name), cbc("Value", value))
  );
}

function noteOf(line: InvoiceLine): string {
  const original =
    line.original_date &&
    `${formatDate(line.original_date)} 納品分${line.original_number ? `（納品書 ${line.original_number}）` : ""}`;
  return [original, line.note].filter(Boolean).join("　");
}

function invoiceLine(line: InvoiceLine): XmlElement {
  const { quantity, price } = signed(line);
  const note = noteOf(line);
  return cac(
    "InvoiceLine",
    cbc("ID", String(line.line_no)),
    note && cbc("Note", note),
    cbc("InvoicedQuantity", quantity, { unitCode: UNIT_CODE[line.unit] }),
    yen("LineExtensionAmount", line.price),
    cac("InvoicePeriod", cbc("StartDate", line.sales_date), cbc("EndDate", line.sales_date)),
    line.delivery_number && cac("DocumentReference", cbc("ID", line.delivery_number)),
    cac(
      "Item",
      cbc("Name", line.name),
      taxed("ClassifiedTaxCategory", line.tax_rate),
      property("表示単位名称", LINE_UNIT_LABEL[line.unit]),
      property("図番", line.drawing_no),
      property("注文番号", line.order_id),
    ),
    cac("Price", cbc("PriceAmount", price, { currencyID: "JPY" })),
  );
}

/** Of what was issued in this period alone: what is carried over is no part of it (R6-7). */
export function pintXml(doc: InvoiceDetail): string {
  const { original } = doc;
  const content: Part[] = [
    cbc("CustomizationID", "urn:peppol:pint:billing-1@jp-1"),
    cbc("ProfileID", "urn:peppol:bis:billing"),
    cbc("ID", doc.number!),
    cbc("IssueDate", doc.invoice_date),
    cbc("DueDate", doc.due_date),
    cbc("InvoiceTypeCode", "380"),
    doc.note && cbc("Note", doc.note),
    cbc("DocumentCurrencyCode", "JPY"),
    cac("InvoicePeriod", cbc("StartDate", doc.start_date), cbc("EndDate", doc.end_date)),
    original &&
      cac(
        "BillingReference",
        cac("InvoiceDocumentReference", cbc("ID", original.number), cbc("IssueDate", original.invoice_date)),
      ),
    cac("AccountingSupplierParty", party(doc.seller, { issuer: true, person: doc.person })),
    cac("AccountingCustomerParty", party(doc.buyer, { issuer: false, person: null })),
    ...doc.seller.bank_accounts.map(payee),
    cac("PaymentTerms", cbc("Note", termsLabel(doc.terms))),
    cac(
      "TaxTotal",
      yen("TaxAmount", doc.tax),
      ...doc.by_rate.map(({ tax_rate, base, tax }) =>
        cac("TaxSubtotal", yen("TaxableAmount", base), yen("TaxAmount", tax), taxed("TaxCategory", tax_rate)),
      ),
    ),
    cac(
      "LegalMonetaryTotal",
      yen("LineExtensionAmount", doc.subtotal),
      yen("TaxExclusiveAmount", doc.subtotal),
      yen("TaxInclusiveAmount", doc.total),
      yen("PayableAmount", doc.total),
    ),
    ...doc.lines.map(invoiceLine),
  ];
  return writeXml({ name: "Invoice", attributes: NAMESPACES, content: content.filter((part) => !!part) });
}
