import { expect, test } from "vitest";
import { filesForm, withPhotos } from "./file.server";

test("a chosen file goes to the call, which refuses an empty one; a field left empty does not", () => {
  const form = new FormData();
  const put = (field: string, name: string, bytes: string) => form.append(field, new File([bytes], name));
  put("files", "", "");
  put("photos_1", "", "");
  expect(filesForm(form).getAll("files")).toEqual([]);
  expect(withPhotos(form, { lines: [{ line_no: 1 }] })).toBeNull();
  put("files", "empty.jpg", "");
  put("shots_1", "empty.jpg", "");
  const files = filesForm(form, { line_no: 1 }).getAll("files") as File[];
  expect(files.map(({ name, size }) => [name, size])).toEqual([["empty.jpg", 0]]);
  expect(withPhotos(form, { lines: [{ line_no: 1 }] })?.get("photo_lines")).toBe("1");
});
