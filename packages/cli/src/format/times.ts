// Shared with the GitHub Action.
export * from '@svc/analysis/text/times';
