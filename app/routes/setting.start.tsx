import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import type { SetupStep } from "~/lib/company/setup";
import { setup, setupInput } from "~/lib/company/setup.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("はじめに");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  return json({
    ...(await api.get(setup, "/factories/self/setup")),
    company: who.company_name,
    seller: who.company_type === "seller",
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, setupInput, async (api, input) => {
    const isAboutTax = input.is_tax_exempt !== undefined;
    await api.put(
      setup,
      "/factories/self/setup",
      isAboutTax ? input : { is_hidden: input.is_hidden === true },
    );
    if (isAboutTax)
      return flash(
        args,
        "/setting/start",
        input.is_tax_exempt ? "登録番号を不要にしました。" : "登録番号を、また準備に入れました。",
      );
    return input.is_hidden
      ? flash(args, "/task/kanban", "「はじめに」を隠しました。設定の「会社・ユーザー情報」から開けます。")
      : flash(args, "/setting/start", "ログインしたときに「はじめに」を開きます。");
  });
}

export default function Start() {
  const { steps, is_hidden, company, seller } = useLoaderData<typeof loader>();
  const [first, later] = [steps.filter((one) => !one.is_later), steps.filter((one) => one.is_later)];
  const done = first.filter(({ is_done }) => is_done).length;
  const isReady = done === first.length;
  const next = first.find(({ is_done }) => !is_done);
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="grid gap-2">
        <h1>はじめに</h1>
        <p>
          {isReady
            ? `${company}の準備ができました。`
            : `${company}で仕事を始めるまでの準備です。上から順に進めます。途中でやめても、続きから始められます。`}
        </p>
        <p className="flex items-center gap-4">
          <svg
            viewBox="0 0 100 8"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-2 w-full rounded-full bg-line"
          >
            <rect width={(100 * done) / first.length} height="8" className="fill-good" />
          </svg>
          <b className="whitespace-nowrap tabular-nums">{`${first.length}件のうち${done}件済み`}</b>
        </p>
      </header>
      <Steps steps={first} next={next} />
      {later.length > 0 ? (
        <>
          <h2>あとで決めてよいこと</h2>
          <Steps steps={later} />
        </>
      ) : null}
      <form method="post" className="flex flex-wrap items-center gap-2">
        <LinkButton href={seller ? "/task/kanban" : "/order/new"} tone={isReady ? "primary" : undefined}>
          {seller ? "進捗管理を開く" : "外注依頼を作る"}
        </LinkButton>
        {isReady ? null : is_hidden ? (
          <Button name="is_hidden" value="off">
            ログインしたときに表示する
          </Button>
        ) : (
          <Button name="is_hidden" value="on">
            この一覧を隠す
          </Button>
        )}
      </form>
    </div>
  );
}

/** What comes next is the one to press. */
function Steps({ steps, next }: { steps: SetupStep[]; next?: SetupStep }) {
  return (
    <ol className="divided rounded border border-line bg-surface">
      {steps.map((step) => (
        <li key={step.label} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
          <div className={`${step.is_waived === null ? "min-w-0" : "min-w-60"} flex-1`}>
            <b>{step.label}</b>
            {step.is_done ? null : <p className="text-note text-muted">{step.why}</p>}
          </div>
          {step.is_waived === null ? null : <Waiver is_waived={step.is_waived} />}
          {step.is_waived ? null : step.is_done ? (
            <>
              <Chip tone="good">済み</Chip>
              <a href={step.href}>開く</a>
            </>
          ) : (
            <LinkButton href={step.href} tone={step === next ? "primary" : undefined}>
              設定する
            </LinkButton>
          )}
        </li>
      ))}
    </ol>
  );
}

/** 免税事業者: nothing to do here, and the list is done without it. */
const Waiver = ({ is_waived }: { is_waived: boolean }) => (
  <form method="post" className="flex flex-wrap items-center gap-x-4">
    {is_waived ? <Chip>不要（免税事業者）</Chip> : null}
    <Button tone="plain" name="is_tax_exempt" value={is_waived ? "off" : "on"}>
      {is_waived ? "不要を取り消す" : "免税事業者なので不要"}
    </Button>
  </form>
);
