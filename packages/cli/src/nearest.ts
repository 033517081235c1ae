export { nearest } from '@svc/contract/nearest';
