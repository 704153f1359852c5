/** What is known of a company that begins. `processes` is null for one that has no board. */
type Begun = {
  address: string | null;
  tel: string | null;
  registration_number: string | null;
  num_accounts: number;
  processes: number | null;
  partners: number;
  destinations: number;
  holidays: number;
};

type Step = { label: string; why: string; href: string; is_done: boolean };

/** はじめに: what a new company's papers and days would lack, in the order in which it is met. */
export function setupSteps(begun: Begun): Step[] {
  const seller = begun.processes !== null;
  const steps: (Step | false)[] = [
    {
      label: "住所とTEL",
      why: "依頼書や納品書に印字されます。",
      href: "/setting/company",
      is_done: begun.address !== null && begun.tel !== null,
    },
    seller && {
      label: "登録番号",
      why: "無いと、請求書が適格請求書（インボイス）になりません。",
      href: "/setting/company",
      is_done: begun.registration_number !== null,
    },
    seller && {
      label: "振込先",
      why: "請求書に印字されます。",
      href: "/setting/company",
      is_done: begun.num_accounts > 0,
    },
    seller && {
      label: "工程",
      why: "進捗管理の列になります。業種のひな形から一度に作れます。",
      href: "/setting/meta",
      is_done: begun.processes !== 0,
    },
    {
      label: "取引先",
      why: seller
        ? "依頼元を登録すると、カードを作れます。"
        : "依頼先から届いた取引の依頼を承認すると、発注できます。",
      href: seller ? "/setting/collaborator" : "/setting/partner",
      is_done: begun.partners > 0,
    },
    !seller && {
      label: "納入先",
      why: "外注依頼で選びます。",
      href: "/setting/destination",
      is_done: begun.destinations > 0,
    },
    {
      label: "営業日",
      why: "祝日や夏季休業を、納期と支払日の計算で休みとして数えます。",
      href: "/setting/calendar",
      is_done: begun.holidays > 0,
    },
  ];
  return steps.filter((step) => step !== false);
}
