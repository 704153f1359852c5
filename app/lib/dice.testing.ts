import fc from "fast-check";

const drawn = process.env.FUZZ_RUNS;

/** How often something is tried: `usual` in the suite, as often as `npm run fuzz` is told. */
export const runs = (usual: number): number => Number(drawn ?? usual);

/**
 * fast-check as every test takes it. The suite throws the same each time, so that its result does not hang
 * on chance; `npm run fuzz` throws anew.
 */
fc.configureGlobal(drawn ? { numRuns: runs(0) } : { seed: 20261122 });
export default fc;
