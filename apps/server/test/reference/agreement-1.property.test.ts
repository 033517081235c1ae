import { testAgreement } from './agreement.ts';

testAgreement(1);
