import { createContext, forwardRef, memo, useContext, useId, useState, Component, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { markupOf } from "./markup.server";

const Colour = createContext("red");
const Said = () => <b>{useContext(Colour)}</b>;
const Kept = memo(forwardRef<HTMLElement, { word: string }>(({ word }, ref) => <i ref={ref}>{word}</i>));
class Old extends Component<{ word: string }, { n: number }> {
  override state = { n: 1 };
  static getDerivedStateFromProps = ({ word }: { word: string }) => ({ n: word.length });
  override render = () => <u>{this.props.word}{this.state.n}</u>;
}
function Hooked() {
  const [value] = useState(() => "a<b");
  return <p>{value}{2}{""}{null}{false}{["x", <br key="1" />, "y"]}</p>;
}

const same = (name: string, element: ReactElement) => test(`as React writes it: ${name}`, () => expect(markupOf(element).html).toBe(renderToString(element)));

same("text beside text, and what is nothing", <div>{"a"}{"b"}<span />{"c"}{0}{"d & 'e' \"f\" <g>"}{undefined}</div>);
same("components of all kinds, and contexts within each other", (
  <Colour.Provider value="blue"><Said /><Colour.Provider value="green"><Said /></Colour.Provider><Said /><Kept word="w" /><Old word="old" /><Hooked />
    <Colour.Consumer>{(colour) => <em>{colour}</em>}</Colour.Consumer></Colour.Provider>));
same("attributes by React's own names and rules", (
  <label htmlFor="x" className="a b" tabIndex={-1} hidden={false} data-on data-off={false} data-none={undefined} data-n={0} title="" aria-hidden={true} aria-busy="false"
    spellCheck={false} draggable onClick={() => {}} suppressHydrationWarning role={'"<&>\''}>
    <a href="/?a=1&b=2" download>1</a><a download="x.csv">2</a><time dateTime="2026-11-22">3</time><img srcSet="a 2x" crossOrigin="anonymous" alt="" />
    <svg viewBox="0 0 1 1" strokeWidth={2} fillRule="evenodd" xlinkHref="#a"><path d="M0 0" strokeLinecap="round" /></svg>
    <td colSpan={2} rowSpan={1} /><form noValidate encType="multipart/form-data" acceptCharset="utf-8" autoComplete="off" method="post" /><ol start={3} reversed />
  </label>));
same("fields with what they hold", (
  <form>
    <input name="a" defaultValue="1" type="text" maxLength={5} required readOnly autoFocus inputMode="numeric" /><input type="checkbox" defaultChecked value="on" name="b" />
    <input type="radio" checked={false} value="x" onChange={() => {}} /><input value={0} disabled size={3} onChange={() => {}} />
    <textarea defaultValue={"\nline <1>"} rows={2} name="t" /><textarea name="u" />
    <select defaultValue="2" name="s"><option value="1">one</option><optgroup label="more"><option value={2}>two</option></optgroup><option>2</option></select>
    <select multiple defaultValue={["a", "c"]}><option>a</option><option>b</option><option value="c">d</option></select>
    <select><option value="1" disabled>one</option></select><button type="submit" name="go" value="" formNoValidate>go</button>
  </form>));
same("what is HTML already", <style dangerouslySetInnerHTML={{ __html: "a>b{c:d}" }} />);

test("the values of the class attributes are noted, each once, and as they are", () => {
  expect([...markupOf(<p className="a"><b className="[&>p]:x a"><i className="a" /></b></p>).classes]).toEqual(["a", "[&>p]:x a"]);
});

test("an id is the same at each drawing", () => {
  const Own = () => <i id={useId()} />;
  expect(markupOf(<p><Own /><Own /></p>).html).toBe(markupOf(<p><Own /><Own /></p>).html);
  expect(markupOf(<p><Own /><Own /></p>).html).toMatch(/id="(.+?)".*id="(?!\1")/);
});

test("a page that throws leaves nothing behind, and what can't be drawn is refused", () => {
  const Bad = () => { throw new Error("bad"); };
  expect(() => markupOf(<Colour.Provider value="blue"><p>x<Bad /></p></Colour.Provider>)).toThrow("bad");
  expect(markupOf(<Said />).html).toBe("<b>red</b>");
  expect(() => markupOf(<p>{{ a: 1 } as never}</p>)).toThrow("not to be drawn");
});
