/** Drawn only: the text beside it says the same. */
export const Part = ({ of, done }: { of: number; done: number }) => (
  <svg
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    aria-hidden="true"
    className="mr-2 inline-block h-2 w-12 rounded-full bg-line"
  >
    <rect width={of > 0 ? Math.round((Math.min(done, of) / of) * 100) : 0} height="8" className="fill-good" />
  </svg>
);
