// Shared with the GitHub Action.
export * from '@svc/reporter-core/text/terminal-text';
