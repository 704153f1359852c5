import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField, RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { KINDS_HELP } from "~/lib/file/file";
import { fileAct, fileRow, filing } from "~/lib/file/file.schema";
import { ACCEPT } from "~/lib/file/limit";
import { productPage } from "~/lib/product/product.master.schema";
import { FILE_KINDS } from "~/lib/vocabulary/file";
import { filesForm } from "~/lib/web/file.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { productTitled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Head } from "~/routes/setting.product.$key._index/Head";
import { Item } from "./Item";

export const meta = productTitled("商品の図面・写真");
const CHANGES: Record<string, object> = {
  latest: { is_latest: true },
  old: { is_latest: false },
  inner: { is_inner: true },
  open: { is_inner: false },
};

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({
    page: await api.get(productPage, `/products/${args.params.key}`),
    idempotency_key: crypto.randomUUID(),
  });
}

/** Takes files, or with ?file= does one thing to a file. */
export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  const path = `/setting/product/${key}/files`;
  const file = new URL(args.request.url).searchParams.get("file");
  if (!file) {
    return submit(args, filing, async (api, value, given) => {
      const made = await api.upload(
        fileRow.array(),
        `/products/${key}/files`,
        filesForm(await formOf(args), value),
        given,
      );
      return flash(args, path, `${made.length}件のファイルを載せました。`);
    });
  }
  return submit(args, fileAct, async (api, { act, version }) => {
    const at = `/files/${encodeURIComponent(file)}`;
    const { name } =
      act === "hide"
        ? await api.delete(fileRow, at)
        : await api.put(fileRow, at, { version, ...CHANGES[act] });
    return flash(args, path, act === "hide" ? `「${name}」を削除しました。` : `「${name}」を変更しました。`);
  });
}

export default function Files() {
  const { page, idempotency_key } = useLoaderData<typeof loader>();
  const path = `/setting/product/${page.product.product_id}/files`;
  const files = [...page.files].sort((a, b) => Number(b.is_latest) - Number(a.is_latest));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <Head page={page} tab="files" />
      {files.length === 0 ? (
        <p className="text-muted">図面・写真はまだありません。載せると、この商品のカードからも見られます。</p>
      ) : (
        <ul className="grid gap-2">
          {files.map((one) => (
            <Item key={one.key} file={one} path={path} />
          ))}
        </ul>
      )}
      <SchemaForm
        id="files"
        action={path}
        schema={filing}
        answer={useActionData<typeof action>()}
        idempotency_key={idempotency_key}
        submit="載せる"
        upload
      >
        <FieldSet legend="図面・写真を載せる" columns={2}>
          <FileField
            name="files"
            label="ファイル"
            accept={ACCEPT}
            empty="ファイルを選択してください"
            help={KINDS_HELP}
          />
          <RadioField name="kind" label="種類" optional options={FILE_KINDS} />
          <TextField name="revision" label="図面の版" optional width="short" />
          <CheckField name="is_latest" label="最新の図面にする" help="これまでの「最新」は旧版になります。" />
          <CheckField name="is_inner" label="社内のみ" help="依頼元には見えません。" />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
