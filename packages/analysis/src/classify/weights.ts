import type { Weights } from './model.ts';
export const WEIGHTS: Weights = { bias: [0, 0, 0, 0], signals: {}, words: {}, temperature: 1 };
