/** The condition that a part, a row of execution_uploads, was not uploaded by a key that may only upload. */
function hasMoreRights(part: string): string {
  return `NOT EXISTS (
           SELECT 1 FROM api_keys
           WHERE api_keys.organization_id = $1
             AND api_keys.id = ${part}.api_key_id
             AND api_keys.scope = 'ingest')`;
}

/** The condition that some part of this execution is not from a key that may only upload. $1 is the organization. */
export function hasTrustedPart(executionId: string): string {
  return `EXISTS (
         SELECT 1 FROM execution_uploads AS part
         WHERE part.organization_id = $1
           AND part.execution_id = ${executionId}
           AND ${hasMoreRights('part')})`;
}

/**
 * The condition, in a statement with `executions`, that a key which may only upload may read the execution: all of it
 * is its own, or it uploaded results to it and all of it is from such keys. Anybody can find out the key of an
 * execution, and add a part without a result.
 */
export function isOpenToKey(keyId: string): string {
  const own = `part.organization_id = $1
           AND part.execution_id = executions.id
           AND part.api_key_id = ${keyId}`;
  return `EXISTS (SELECT 1 FROM execution_uploads AS part WHERE ${own})
       AND (
         NOT EXISTS (
           SELECT 1 FROM execution_uploads AS part
           WHERE part.organization_id = $1
             AND part.execution_id = executions.id
             AND part.api_key_id IS DISTINCT FROM ${keyId})
         OR (
           NOT ${hasTrustedPart('executions.id')}
           AND EXISTS (
             SELECT 1 FROM execution_uploads AS part
             JOIN results ON results.organization_id = $1
                         AND results.execution_id = part.execution_id
                         AND results.week = executions.week
                         AND results.upload_id = part.upload_id
             WHERE ${own})))`;
}
