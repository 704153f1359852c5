import { Button } from "./Button";
import { HiddenField, TextField } from "./fields";

/** A missing address is looked up before anything is saved. */
export const POSTAL_ENTER = { name: "find", value: "enter" };

export function PostalField() {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <HiddenField name="postal_seen" />
      <TextField name="postal_code" label="郵便番号" optional width="short" />
      <Button name="find" value="address" formNoValidate data-rare data-postal>
        住所を入れる
      </Button>
    </div>
  );
}
