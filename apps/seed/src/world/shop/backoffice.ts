import type { WorldProject } from '../world.ts';
import { addUsualChanges, PAGE_KINDS } from './changes.ts';

/** Component tests of the pages for the shop's own staff, with Jest. */
export const BACKOFFICE: WorldProject = {
  name: 'backoffice',
  framework: 'jest',
  workers: 4,
  files: [
    {
      path: 'src/orders/OrderTable.test.tsx',
      suite: 'OrderTable',
      titles: [
        'sorts by date',
        'filters by status',
        'marks orders that are late',
        'opens an order with the keyboard',
        'shows a skeleton while loading',
      ],
      owner: 'orders',
      productPath: 'src/orders/OrderTable.tsx',
    },
    {
      path: 'src/orders/RefundDialog.test.tsx',
      suite: 'RefundDialog',
      titles: [
        'proposes what was paid',
        'refuses more than was paid',
        'asks for a reason',
        'closes after the refund',
      ],
      owner: 'payments',
      productPath: 'src/orders/RefundDialog.tsx',
    },
    {
      path: 'src/stock/StockEditor.test.tsx',
      suite: 'StockEditor',
      titles: [
        'saves a changed quantity',
        'warns before it overwrites a newer value',
        'undoes the last change',
        'shows one row per warehouse',
      ],
      owner: 'logistics',
      productPath: 'src/stock/StockEditor.tsx',
    },
    {
      path: 'src/stock/importCsv.test.ts',
      suite: 'importCsv',
      titles: [
        'reads semicolons and commas',
        'names the line of a wrong number',
        'imports 20,000 lines',
        'skips empty lines',
      ],
      owner: 'logistics',
      productPath: 'src/stock/importCsv.ts',
    },
    {
      path: 'src/customers/CustomerCard.test.tsx',
      suite: 'CustomerCard',
      titles: [
        'hides the address from members without the right',
        'links the orders of the customer',
        'shows the language of the customer',
      ],
      owner: 'support',
      productPath: 'src/customers/CustomerCard.tsx',
    },
    {
      path: 'src/reports/SalesChart.test.tsx',
      suite: 'SalesChart',
      titles: [
        'groups by week',
        'compares with the year before',
        'exports what it shows',
        'says so when nothing was sold',
      ],
      owner: 'reports',
      productPath: 'src/reports/SalesChart.tsx',
    },
    {
      path: 'src/app/permissions.test.ts',
      suite: 'permissions',
      titles: [
        'lets support read customers',
        'lets only managers refund above 500 euros',
        'hides menu entries without the right',
      ],
      owner: 'platform',
      productPath: 'src/app/permissions.ts',
    },
  ],
  flakes: [
    {
      title: 'imports 20,000 lines',
      rate: 0.09,
      causes: [
        {
          kind: 'timeout',
          message:
            'thrown: "Exceeded timeout of 5000 ms for a test.\nAdd a timeout value to this test to increase the timeout, if this is a long-running test."',
          at: { file: 'src/stock/importCsv.test.ts', line: 33 },
        },
      ],
    },
    {
      title: 'closes after the refund',
      rate: 0.04,
      causes: [
        {
          kind: 'assertion',
          message:
            'expect(element).not.toBeInTheDocument()\n\nexpected document not to contain element, found <div role="dialog" aria-label="Refund" /> instead',
          at: { file: 'src/orders/RefundDialog.test.tsx', line: 61 },
        },
      ],
    },
  ],
  regressions: [
    {
      file: 'src/orders/OrderTable.test.tsx',
      tests: 3,
      cause: {
        kind: 'undefinedValue',
        message: "TypeError: Cannot read properties of undefined (reading 'toLocaleDateString')",
        at: { file: 'src/orders/OrderTable.tsx', line: 48, functionName: 'formatDue' },
      },
    },
    {
      file: 'src/app/permissions.test.ts',
      tests: 1,
      cause: {
        kind: 'assertion',
        message:
          'expect(received).toBe(expected) // Object.is equality\n\nExpected: false\nReceived: true',
        at: { file: 'src/app/permissions.test.ts', line: 22 },
      },
    },
    {
      file: 'src/reports/SalesChart.test.tsx',
      tests: 2,
      cause: {
        kind: 'assertion',
        message:
          'expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   "week": "2026-W01",\n+   "week": "2025-W53",\n  }',
        at: { file: 'src/reports/SalesChart.test.tsx', line: 29 },
      },
    },
  ],
  outage: {
    kind: 'databaseDown',
    message: 'Error: connect ECONNREFUSED 127.0.0.1:4010',
    at: { file: 'src/test/mock-api.ts', line: 17, functionName: 'startMockApi' },
  },
  outagesBefore: [],
  story: null,
  changes: addUsualChanges(
    [
      { branch: 'feat/late-orders', subject: 'Mark orders that are late' },
      { branch: 'fix/csv-semicolons', subject: 'Read CSV files with semicolons' },
      { branch: 'feat/refund-reasons', subject: 'Ask for the reason of a refund' },
      { branch: 'fix/week-of-new-year', subject: 'Count the first week of a year as ISO does' },
      { branch: 'refactor/tables', subject: 'Use one table component everywhere' },
      { branch: 'feat/stock-undo', subject: 'Undo the last change of stock' },
      { branch: 'fix/manager-limit', subject: 'Let only managers refund above 500 euros' },
      { branch: 'feat/sales-export', subject: 'Export what the sales chart shows' },
      { branch: 'fix/dialog-focus', subject: 'Return the focus after closing a dialog' },
      { branch: 'perf/order-table', subject: 'Render only the visible rows of orders' },
      { branch: 'chore/testing-library', subject: 'Replace test ids by roles' },
      { branch: 'feat/customer-language', subject: 'Show the language of a customer' },
      { branch: 'fix/skeletons', subject: 'Do not jump when orders have loaded' },
      { branch: 'feat/warehouse-rows', subject: 'Show one row per warehouse' },
      { branch: 'fix/overwritten-stock', subject: 'Warn before overwriting a newer quantity' },
      { branch: 'refactor/permissions', subject: 'Name permissions after what they allow' },
    ],
    {
      kinds: PAGE_KINDS,
      areas: [
        { slug: 'orders', name: 'the order table' },
        { slug: 'refunds', name: 'the refund dialog' },
        { slug: 'stock', name: 'the stock editor' },
        { slug: 'import', name: 'the CSV import' },
        { slug: 'customers', name: 'the customer card' },
        { slug: 'sales', name: 'the sales chart' },
        { slug: 'permissions', name: 'the permissions page' },
        { slug: 'exports', name: 'exports' },
        { slug: 'suppliers', name: 'suppliers' },
        { slug: 'labels', name: 'shipping labels' },
      ],
      packages: [
        'jest 31.0.1',
        'jest 31.0.0',
        'react 19.4.2',
        'react 19.4.1',
        '@testing-library/react 17.1.0',
        'typescript 7.0.2',
        'recharts 3.6.0',
        'zod 4.6.7',
        'oxlint 1.94.0',
      ],
    },
  ),
};
