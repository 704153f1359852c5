import type pg from "pg";

const PARTY = `{"id": "", "name": "印・", "postal_code": null, "address": null, "tel": null, "fax": null, "registration_number": null,
  "bank_accounts": []}`;
const TERMS = `{"is_payment_last_date": true, "payment_date": null, "pay_month": 1, "pay_day": 31}`;

/** A 支払通知書 of two companies, disputed, and the agreement that it was issued under. */
export async function insertSelfBill(owner: pg.Client, seller: string, buyer: string) {
  const mark = `印・${seller}・${buyer}`;
  const proposal = await owner.query(
    `insert into self_bill_agreement (seller_id, buyer_id, act, version, form, words, company_id, person, said_time)
      values ($1, $2, 'proposed', 1, 'shown', $3, $2, '', now()) returning key::int`,
    [seller, buyer, mark],
  );
  const agreement: number = proposal.rows[0].key;
  const { rows } = await owner.query(
    `with said as (insert into self_bill_agreement (seller_id, buyer_id, act, proposal_key, version, form, words, company_id, person, said_time)
        values ($1, $2, 'accepted', $4, 1, 'shown', $3, $1, '', now())),
      made as (insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms,
          invoice_basis, tax_rounding, show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now,
          issued_time, is_single, is_self_billed, note)
        values ($1, $2, 'P-' || $4::text, 200001, current_date, current_date, current_date, current_date, $5, $5, $6, 'monthly', 'floor', false,
          0, 0, 0, 0, '[]', 0, 0, 0, 0, now(), true, true, $3) returning *),
      bill as (insert into self_bill (invoice_key, seller_id, buyer_id, form, agreement_key, words, sent_time)
        select key, $1, $2, 'shown', $4, $3, now() from made),
      word as (insert into self_bill_word (seller_id, buyer_id, invoice_key, word, reason, company_id, person, said_time)
        select $1, $2, key, 'disputed', $3, $1, '', now() from made),
      mail as (insert into self_bill_mail (mail_key, seller_id, buyer_id, invoice_key) select -key, $1, $2, key from made)
      select key::int from made`,
    [seller, buyer, mark, agreement, PARTY, TERMS],
  );
  return { agreement, key: rows[0].key as number };
}
