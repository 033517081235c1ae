import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { router } from './router.tsx';
import { queryClient } from './server/query-client.ts';
import { cssVariablesResolver, mantineTheme } from './theme/mantine-theme.ts';

/** The whole dashboard. */
export function App() {
  return (
    <StrictMode>
      <MantineProvider
        theme={mantineTheme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}
