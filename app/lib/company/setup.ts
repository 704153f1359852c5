/** What is known of a company that begins. `processes` is null for one that has no board. */
export type Begun = {
  address: string | null;
  tel: string | null;
  registration_number: string | null;
  /** 免税事業者: the company says so itself. */
  is_tax_exempt: boolean;
  num_accounts: number;
  processes: number | null;
  partners: number;
  products: number;
  destinations: number;
  users: number;
  holidays: number;
};

/** `is_later`: nothing waits for it in the first days. `is_waived` is null where every company needs it. */
export type SetupStep = {
  label: string;
  why: string;
  href: string;
  is_done: boolean;
  is_later: boolean;
  is_waived: boolean | null;
};

type Step = Omit<SetupStep, "is_later" | "is_waived"> & { is_later?: true; is_waived?: boolean };

const COMPANY = "/setting/company";

/** はじめに: what a new company's board, papers and days would lack, in the order in which it is met. */
export function setupSteps(begun: Begun): SetupStep[] {
  const steps = begun.processes === null ? buyerSteps(begun) : sellerSteps(begun);
  return [...steps, holidaysStep(begun)].map((step) => ({
    ...step,
    is_later: step.is_later ?? false,
    is_waived: step.is_waived ?? null,
  }));
}

const sellerSteps = (begun: Begun): Step[] => [
  contactStep(begun, "納品書や請求書に印字されます。"),
  {
    label: "登録番号",
    why: "無いと、請求書が適格請求書（インボイス）になりません。免税事業者には要りません。",
    href: COMPANY,
    is_done: begun.registration_number !== null || begun.is_tax_exempt,
    is_waived: begun.registration_number === null ? begun.is_tax_exempt : undefined,
  },
  {
    label: "工程",
    why: "進捗管理の列になります。業種のひな形から一度に作れます。",
    href: "/setting/meta",
    is_done: begun.processes !== 0,
  },
  {
    label: "最初の依頼元",
    why: "登録すると、カードを作れます。",
    href: "/setting/collaborator/new",
    is_done: begun.partners > 0,
  },
  {
    label: "最初の商品",
    why: "品名・単位・単価を毎回入力せずに済みます。CSVでまとめて入れることもできます。",
    href: "/setting/product",
    is_done: begun.products > 0,
  },
  usersStep(begun),
  {
    label: "振込先",
    why: "請求書に印字されます。",
    href: COMPANY,
    is_done: begun.num_accounts > 0,
    is_later: true,
  },
];

const buyerSteps = (begun: Begun): Step[] => [
  contactStep(begun, "外注依頼書に印字されます。"),
  {
    label: "最初の依頼先",
    why: "依頼先から届いた取引の依頼を承認すると、発注できます。",
    href: "/setting/partner",
    is_done: begun.partners > 0,
  },
  {
    label: "納入先",
    why: "外注依頼で選びます。",
    href: "/setting/destination",
    is_done: begun.destinations > 0,
  },
  usersStep(begun),
];

const contactStep = ({ address, tel }: Begun, why: string): Step => ({
  label: "住所とTEL",
  why,
  href: COMPANY,
  is_done: address !== null && tel !== null,
});

const usersStep = (begun: Begun): Step => ({
  label: "最初の利用者",
  why: "一緒に使う人を招待し、権限を選びます。",
  href: "/setting/user/new",
  is_done: begun.users > 1,
});

const holidaysStep = (begun: Begun): Step => ({
  label: "営業日",
  why: "祝日や夏季休業を、納期と支払日の計算で休みとして数えます。",
  href: "/setting/calendar",
  is_done: begun.holidays > 0,
  is_later: true,
});

type Setup = { steps: SetupStep[]; is_hidden: boolean };

/** Whether an administrator's first page is this list. */
export const isFirstPage = ({ steps, is_hidden }: Setup): boolean =>
  !is_hidden && steps.some(({ is_done, is_later }) => !is_done && !is_later);
