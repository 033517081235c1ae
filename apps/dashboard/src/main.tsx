import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { router } from './router.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(<App />);

// Long after the first page has loaded what it needs.
const OTHER_PAGES_MS = 10_000;

// The code of the other pages, so that they open while the server restarts. Without it the router loads the document
// again, and the browser shows its own page for a server that does not answer.
setTimeout(() => {
  for (const route of Object.values(router.routesById)) {
    const page: { preload?: () => unknown } | undefined = route.options.component;
    void page?.preload?.();
  }
}, OTHER_PAGES_MS);
