import fc from "fast-check";

const drawn = process.env.FUZZ_RUNS;

/**
 * How often something is tried with what was thrown: as usual in the suite, as often as `npm run fuzz` is
 * told.
 */
export const runs = (usual: number): number => Number(drawn ?? usual);

/**
 * fast-check as every test takes it. In the suite it throws the same each time: whether a tree is taken may
 * not hang on a die. `npm run fuzz`
 * throws anew.
 */
fc.configureGlobal(drawn ? { numRuns: runs(0) } : { seed: 20261122 });
export default fc;
