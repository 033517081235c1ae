/**
 * Minimum confidence at which a verdict's class is shown. A verdict below it is unsure: its two likeliest classes are
 * candidates, and neither is a label. @see docs/definitions.md, "Verdicts"
 */
export const SURE_FROM = 0.6;
