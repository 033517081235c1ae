import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';

const toTuple = (...steps: MantineColorsTuple): MantineColorsTuple => steps;

/**
 * Mantine's parts in our tokens. Components read `--svc-*` (styles/tokens.css); these colours serve only Mantine's own
 * variants. In each tuple step 7 is the text colour on light and step 3 on dark, 6 and 4 the fills, 0 and 9 the soft
 * backgrounds.
 */
export const mantineTheme: MantineThemeOverride = createTheme({
  fontFamily: 'var(--svc-font)',
  fontFamilyMonospace: 'var(--svc-mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '16px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px' },
  defaultRadius: 'sm',
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 0 },
  autoContrast: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  colors: {
    ink: toTuple(
      '#e9edf0',
      '#d5dade',
      '#b0bac3',
      '#8e9aa5',
      '#6b7782',
      '#626c78',
      '#46505b',
      '#2d363c',
      '#20282d',
      '#12171c',
    ),
    fail: toTuple(
      '#fdebe5',
      '#f9cdbf',
      '#ffa78f',
      '#ff7c5c',
      '#eb5531',
      '#e0451f',
      '#d93a14',
      '#c02b0a',
      '#6b2a19',
      '#34170f',
    ),
  },
});

/** Mantine's variables in terms of our tokens, which change with the theme by themselves. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--svc-page)',
    '--mantine-color-text': 'var(--svc-ink)',
    '--mantine-color-dimmed': 'var(--svc-ink-3)',
    '--mantine-color-placeholder': 'var(--svc-ink-3)',
    '--mantine-color-anchor': 'var(--svc-accent)',
    '--mantine-color-default': 'var(--svc-surface)',
    '--mantine-color-default-hover': 'var(--svc-hover)',
    '--mantine-color-default-color': 'var(--svc-ink)',
    '--mantine-color-default-border': 'var(--svc-line-strong)',
    '--mantine-color-error': 'var(--svc-fail)',
    '--mantine-color-success': 'var(--svc-pass)',
    '--mantine-color-disabled': 'var(--svc-sunken)',
    '--mantine-color-disabled-color': 'var(--svc-ink-3)',
    '--mantine-color-disabled-border': 'var(--svc-line)',
    '--mantine-primary-color-filled': 'var(--svc-ink)',
    '--mantine-primary-color-filled-hover': 'var(--svc-ink-2)',
    '--mantine-primary-color-contrast': 'var(--svc-on-ink)',
    '--mantine-shadow-md': 'var(--svc-shadow-float)',
    '--mantine-shadow-xl': 'var(--svc-shadow-dialog)',
  },
  light: {},
  dark: {},
});
