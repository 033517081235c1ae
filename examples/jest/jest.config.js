module.exports = {
  reporters: ['default', '@svc/jest-reporter'],
  // Notes where each test is written.
  testLocationInResults: true,
};
