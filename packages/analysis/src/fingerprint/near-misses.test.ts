import { expect, it } from 'vitest';
import { computeFingerprint } from './fingerprint.ts';

/** Pairs of messages that differ in one detail, which distinguishes two failures. */
it.each([
  // Codes
  ['Request failed with status code 500', 'Request failed with status code 502'],
  ['Request failed with status code 401', 'Request failed with status code 403'],
  ['AssertionError: expected 500 to be 200', 'AssertionError: expected 503 to be 200'],
  ['Command failed with exit code 1', 'Command failed with exit code 137'],
  ['process exited with code 0xC0000005', 'process exited with code 0xC0000409'],
  ['SQLSTATE[23505]: unique violation', 'SQLSTATE[23503]: unique violation'],
  ['failed, SQLSTATE 42P01', 'failed, SQLSTATE 42703'],
  ['ORA-01017: denied', 'ORA-00942: denied'],
  ['error TS2345: no overload', 'error TS2322: no overload'],
  ['error[E0308]: mismatch', 'error[E0382]: mismatch'],
  ['listen EADDRINUSE', 'listen EACCES'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ETIMEDOUT 127.0.0.1:5432'],
  ['getaddrinfo ENOTFOUND', 'getaddrinfo EAI_AGAIN'],
  ['errno: -13', 'errno: -2'],
  ['TypeError [ERR_INVALID_ARG_TYPE]: bad', 'RangeError [ERR_OUT_OF_RANGE]: bad'],
  // Names that have capitals and digits like an id
  ['getUserName is not a function', 'getUserMail is not a function'],
  ['utf8Decode failed', 'utf8Encode failed'],
  ['Http2Session closed', 'Http2Stream closed'],
  ['toISO8601String is undefined', 'toISO8601Date is undefined'],
  ['useTRPCClient must be used inside', 'useTRPCServer must be used inside'],
  ['SHA1withRSA is missing', 'MD5withRSA is missing'],
  ['no converter x86_64 to arm64', 'no converter arm64 to x86_64'],
  ['XMLHttpRequest blocked', 'XMLHttpResponse blocked'],
  ['PSQLException in PgConnection', 'PSQLException in PgStatement'],
  ['API v1alpha1 is gone', 'API v1beta1 is gone'],
  ['oauth2Callback timed out', 'oauth2Refresh timed out'],
  ['isIPv4MappedAddress is false', 'isIPv6MappedAddress is false'],
  ['level1Boss is not defined', 'level2Boss is not defined'],
  ['the file was defaced', 'the file was effaced'],
  ['my-component-name is unknown', 'my-component-title is unknown'],
  ['SOME_FEATURE_FLAG2 is off', 'OTHER_FEATURE_FLAG2 is off'],
  ['no .CartSummary_box__a1B2c here', 'no .UserProfile_box__a1B2c here'],
  ['templateParser failed', 'templateWriter failed'],
  ['TypeError: fp16ToFp32 is not a function', 'TypeError: lhsCmpRhs is not a function'],
  ['TypeError: this.csvToXlsx is not a function', 'TypeError: this.uuidV4toBin is not a function'],
  ['ReferenceError: mTLSAuth is not defined', 'ReferenceError: eBPFMap is not defined'],
  [
    "Property 'kTLSv13' does not exist on type 'A'",
    "Property 'WPA2PSK' does not exist on type 'A'",
  ],
  ['undefined: EC2VPCId', 'undefined: k8sApiV1Beta1'],
  ["reading 'ed25519'", "reading 'x25519'"],
  ['HLSMp4Seg is not a constructor', 'XYZToLAB is not a constructor'],
  ['vkCmdBuf() is unsupported', 'SQSMsgFifo() is unsupported'],
  ["cannot import name 'H264toH265'", "cannot import name 'H265toH264'"],
  // Places and modules
  ["Cannot find module '@acme/cart-ui'", "Cannot find module '@acme/cart-api'"],
  ["Cannot find module './src/utils/aB'", "Cannot find module './src/utils/aC'"],
  ['cannot open src/a/b.json', 'cannot open src/a/c.json'],
  ['GET http://127.0.0.1:80/carts failed', 'GET http://127.0.0.1:80/orders failed'],
  ['customer cus_NffrFeUfNV2Hib is gone', 'price pri_NffrFeUfNV2Hib is gone'],
  // Properties, constraints, matchers, locators
  [
    "Cannot read properties of null (reading 'id')",
    "Cannot read properties of null (reading 'at')",
  ],
  ["expected { a: 1 } to have property 'b'", "expected { a: 1 } to have property 'c'"],
  ['violates constraint "users_email_key"', 'violates constraint "users_name_key"'],
  ['AssertionError: expected null to be 4', 'AssertionError: expected undefined to be 4'],
  ['AssertionError: expected 3 to be 4', 'AssertionError: expected 3 to be above 4'],
  ['expect(received).toBe(expected)', 'expect(received).not.toBe(expected)'],
  ['expect(spy).toHaveBeenCalledTimes(1)', 'expect(spy).toHaveBeenCalledWith(1)'],
  ['Locator: getByTestId("row-1")', 'Locator: getByTestId("row-2")'],
  ["Locator: locator('li').nth(1)", "Locator: locator('li').nth(2)"],
  ["Locator: getByRole('heading', { level: 1 })", "Locator: getByRole('heading', { level: 2 })"],
  ["Locator: getByTestId('userCardV2')", "Locator: getByTestId('cartCardV2')"],
  ['using locator: by.buttonText("New")', 'using locator: by.buttonText("Old")'],
  ['Snapshot `cart 1` mismatched', 'Snapshot `cart 2` mismatched'],
  // Java
  ['java.lang.NullPointerException', 'java.lang.IllegalStateException'],
  ['java.lang.IllegalStateException: closed', 'java.lang.IllegalStateException'],
])('%s is not %s', (left, right) => {
  expect(computeFingerprint({ message: left })).not.toEqual(computeFingerprint({ message: right }));
  expect(computeFingerprint({ message: left }).fingerprint).not.toBe(
    computeFingerprint({ message: right }).fingerprint,
  );
});
