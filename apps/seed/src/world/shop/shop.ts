import type { World } from '../world.ts';
import { BACKOFFICE } from './backoffice.ts';
import { ORDERS_API } from './orders-api.ts';
import { STOREFRONT } from './storefront.ts';

/** The team behind a shop for outdoor gear. */
export function buildShop(now: Date): World {
  return {
    now,
    forge: 'https://git.northtrail.example/shop',
    authors: PEOPLE.map(({ name }) => name) as [string, ...string[]],
    projects: [STOREFRONT, ORDERS_API, BACKOFFICE],
  };
}

/** The first one is the person whom a visitor of the demo acts as. */
export const PEOPLE = [
  { name: 'Maya Lindqvist', role: 'owner' },
  { name: 'Tomás Herrera', role: 'admin' },
  { name: 'Priya Raman', role: 'member' },
  { name: 'Jonas Weber', role: 'member' },
  { name: 'Aiko Tanaka', role: 'member' },
] as const;
