import { testAgreement } from './agreement.ts';

testAgreement(3);
