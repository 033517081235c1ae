import { openDatabase } from '../src/db/connections/database.ts';

/** The address of another database of the same cluster. */
export function databaseUrlOf(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function onCluster(clusterUrl: string, sql: string): Promise<void> {
  const database = openDatabase(clusterUrl, 2);
  await database.query(sql);
  await database.close();
}
