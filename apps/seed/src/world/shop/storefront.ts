import type { WorldProject } from '../world.ts';
import { addUsualChanges, PAGE_KINDS } from './changes.ts';

/** End-to-end tests of the shop's pages, with Playwright. */
export const STOREFRONT: WorldProject = {
  name: 'storefront',
  framework: 'playwright',
  workers: 2,
  files: [
    {
      path: 'tests/browse/search.spec.ts',
      page: '/search',
      suite: 'Search',
      titles: [
        'finds a product by its name',
        'suggests products while typing',
        'corrects a typing error',
        'keeps the filters after going back',
        'says so when nothing matches',
      ],
      owner: 'discovery',
      productPath: 'src/pages/search/search-page.tsx',
      hasTwoBrowsers: true,
    },
    {
      path: 'tests/browse/product-page.spec.ts',
      page: '/products/summit-45',
      suite: 'Product page',
      titles: [
        'shows price, sizes and stock',
        'switches the picture with the colour',
        'opens the size guide',
        'lists reviews, newest first',
      ],
      owner: 'discovery',
      productPath: 'src/pages/product/product-page.tsx',
    },
    {
      path: 'tests/cart/cart.spec.ts',
      page: '/cart',
      suite: 'Cart',
      titles: [
        'adds a product from its page',
        'changes the quantity',
        'removes the last product',
        'keeps the cart after signing in',
        'updates the badge in the header',
      ],
      owner: 'checkout',
      productPath: 'src/pages/cart/cart-page.tsx',
      hasTwoBrowsers: true,
    },
    {
      path: 'tests/checkout/payment.spec.ts',
      page: '/checkout/payment',
      suite: 'Payment',
      titles: [
        'applies a coupon before tax',
        'shows the total with shipping',
        'pays with a card',
        'asks again after a declined card',
        'pays with a gift card and a card',
      ],
      owner: 'checkout',
      productPath: 'src/pages/checkout/payment-step.tsx',
    },
    {
      path: 'tests/checkout/address.spec.ts',
      page: '/checkout/address',
      suite: 'Address',
      titles: [
        'completes the city from the postcode',
        'rejects an address without a street',
        'offers saved addresses',
        'ships to a pick-up point',
      ],
      owner: 'checkout',
      productPath: 'src/pages/checkout/address-step.tsx',
    },
    {
      path: 'tests/account/orders.spec.ts',
      page: '/account/orders',
      suite: 'Orders',
      titles: [
        'lists orders, newest first',
        'shows where a parcel is',
        'returns one product of an order',
        'downloads the invoice',
      ],
      owner: 'account',
      productPath: 'src/pages/account/orders-page.tsx',
    },
    {
      path: 'tests/account/sign-in.spec.ts',
      page: '/sign-in',
      suite: 'Sign-in',
      titles: [
        'signs in with e-mail and password',
        'sends a link to reset the password',
        'returns to the page from before',
        'ends the session after signing out',
      ],
      owner: 'account',
      productPath: 'src/pages/sign-in/sign-in-page.tsx',
    },
  ],
  flakes: [
    {
      title: 'suggests products while typing',
      rate: 0.11,
      causes: [
        {
          kind: 'notVisible',
          message:
            "Error: expect(locator).toBeVisible() failed\n\nLocator: getByRole('listbox', { name: 'Suggestions' })\nExpected: visible\nTimeout: 5000ms\nError: element(s) not found",
          at: { file: 'tests/browse/search.spec.ts', line: 21 },
        },
      ],
    },
    {
      title: 'shows where a parcel is',
      rate: 0.07,
      causes: [
        {
          kind: 'notClickable',
          message:
            "TimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'Track parcel' })\n  - locator resolved to <button disabled type=\"button\">Track parcel</button>\n  - waiting for element to be visible, enabled and stable\n  - element is not enabled",
          at: { file: 'tests/account/orders.spec.ts', line: 34 },
        },
      ],
    },
    {
      title: 'updates the badge in the header',
      rate: 0.035,
      causes: [
        {
          kind: 'notVisible',
          message:
            'Error: expect(locator).toHaveText(expected) failed\n\nLocator: getByTestId(\'cart-badge\')\nExpected: "2"\nReceived: "1"\nTimeout: 5000ms',
          at: { file: 'tests/cart/cart.spec.ts', line: 58 },
        },
      ],
    },
  ],
  regressions: [
    {
      file: 'tests/account/orders.spec.ts',
      tests: 2,
      cause: {
        kind: 'undefinedValue',
        message:
          "Error: the page threw TypeError: Cannot read properties of undefined (reading 'parcels')",
        at: { file: 'tests/fixtures/shop.ts', line: 31, functionName: 'failOnPageError' },
      },
    },
    {
      file: 'tests/browse/product-page.spec.ts',
      tests: 1,
      cause: {
        kind: 'assertion',
        message:
          'Error: expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 0\n\n  Array [\n    "S",\n    "M",\n    "L",\n-   "XL",\n  ]',
        at: { file: 'tests/browse/product-page.spec.ts', line: 17 },
      },
    },
    {
      file: 'tests/checkout/address.spec.ts',
      tests: 1,
      cause: {
        kind: 'notVisible',
        message:
          'Error: expect(locator).toHaveValue(expected) failed\n\nLocator: getByLabel(\'City\')\nExpected: "Göteborg"\nReceived: ""\nTimeout: 5000ms',
        at: { file: 'tests/checkout/address.spec.ts', line: 12 },
      },
    },
    {
      file: 'tests/account/sign-in.spec.ts',
      tests: 3,
      cause: {
        kind: 'assertion',
        message:
          'Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: "/account"\nReceived: "/sign-in?next=%2Faccount"',
        at: { file: 'tests/account/sign-in.spec.ts', line: 19 },
      },
    },
  ],
  outage: {
    kind: 'databaseDown',
    message: 'Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/',
    at: { file: 'tests/fixtures/shop.ts', line: 9, functionName: 'openShop' },
  },
  outagesBefore: [41, -16],
  story: {
    breaking: {
      branch: 'feat/coupons-after-tax',
      subject: 'Calculate coupons in the cart service',
      author: 'Jonas Weber',
    },
    mending: {
      branch: 'fix/coupon-before-tax',
      subject: 'Apply coupons before tax again',
      author: 'Jonas Weber',
    },
    minutesAgo: [96, 51, 19],
    hoursUntilMended: 4,
    regression: {
      file: 'tests/checkout/payment.spec.ts',
      tests: 2,
      cause: {
        kind: 'assertion',
        message:
          'Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: "€ 112.57"\nReceived: "€ 115.75"',
        at: { file: 'tests/checkout/payment.spec.ts', line: 27 },
      },
    },
  },
  changes: addUsualChanges(
    [
      { branch: 'feat/size-guide', subject: 'Open the size guide in a dialog' },
      { branch: 'fix/back-keeps-filters', subject: 'Keep filters when going back from a product' },
      { branch: 'feat/pick-up-points', subject: 'Show pick-up points on the map' },
      { branch: 'fix/badge-after-sign-in', subject: 'Refresh the cart badge after signing in' },
      { branch: 'perf/product-images', subject: 'Load product images in the right size' },
      { branch: 'feat/gift-cards', subject: 'Pay with a gift card and a card' },
      { branch: 'fix/search-umlauts', subject: 'Find products with umlauts in their name' },
      { branch: 'feat/review-pictures', subject: 'Show pictures in reviews' },
      { branch: 'refactor/checkout-steps', subject: 'Split the checkout into steps' },
      { branch: 'fix/focus-in-cart', subject: 'Move the focus after removing a product' },
      { branch: 'feat/wish-list', subject: 'Add a wish list to the account' },
      { branch: 'fix/sold-out-sizes', subject: 'Grey out sizes that are sold out' },
      { branch: 'feat/order-again', subject: 'Order the same products again' },
      { branch: 'fix/long-street-names', subject: 'Accept street names of 60 characters' },
      { branch: 'feat/search-synonyms', subject: 'Search also for synonyms' },
      { branch: 'fix/invoice-language', subject: 'Print invoices in the language of the order' },
      { branch: 'refactor/price-format', subject: 'Format all prices in one place' },
      { branch: 'feat/returns-label', subject: 'Print the label of a return' },
      { branch: 'fix/double-submit', subject: 'Disable the pay button while paying' },
      { branch: 'feat/compare-products', subject: 'Compare up to three products' },
      { branch: 'fix/sticky-header', subject: 'Do not cover links with the header' },
      { branch: 'test/declined-cards', subject: 'Test every reason of a declined card' },
      { branch: 'feat/delivery-date', subject: 'Show the delivery date in the cart' },
      { branch: 'chore/remove-old-banner', subject: 'Remove the banner of the autumn sale' },
    ],
    {
      kinds: PAGE_KINDS,
      areas: [
        { slug: 'cart', name: 'the cart' },
        { slug: 'product-page', name: 'the product page' },
        { slug: 'search', name: 'the search' },
        { slug: 'checkout', name: 'the checkout' },
        { slug: 'order-list', name: 'the order list' },
        { slug: 'sign-in', name: 'the sign-in' },
        { slug: 'size-guide', name: 'the size guide' },
        { slug: 'reviews', name: 'reviews' },
        { slug: 'wish-list', name: 'the wish list' },
        { slug: 'returns', name: 'returns' },
        { slug: 'addresses', name: 'saved addresses' },
        { slug: 'gift-cards', name: 'gift cards' },
      ],
      packages: [
        '@playwright/test 1.61.1',
        '@playwright/test 1.61.0',
        'react 19.4.2',
        'react 19.4.1',
        'vite 8.3.1',
        'vite 8.3.0',
        '@tanstack/react-query 5.102.0',
        'zod 4.6.7',
        'zod 4.6.6',
        'oxlint 1.94.0',
        'oxlint 1.93.0',
        'lightningcss 1.33.2',
        'typescript 7.0.2',
        'date-fns 4.4.0',
      ],
    },
  ),
};
