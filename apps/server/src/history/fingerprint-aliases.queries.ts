import type { Scope } from '../db/scope.ts';
import { plainArray } from '../db/connections/plain-array.ts';
import { fingerprintId } from '../db/conditions/fingerprint-text.ts';

/** Two fingerprints of the same failures: by an older algorithm and by a newer one. */
export interface FingerprintAlias {
  projectId: string;
  /** As asked for. */
  fingerprint: string;
  /** The other one, in the same form. */
  alias: string;
}

/**
 * Other fingerprints (`fp2:…`) of the failures with these: `newer` ones, which their failures have now, or `older` ones,
 * which people may have referred to before. Through any number of algorithms. One fingerprint can have several aliases
 * in a project: an algorithm tells apart what another one does not.
 */
export async function fingerprintAliases(
  scope: Scope,
  fingerprints: readonly string[],
  direction: 'newer' | 'older',
): Promise<FingerprintAlias[]> {
  if (fingerprints.length === 0) return [];
  const [from, to] = direction === 'newer' ? ['old', 'new'] : ['new', 'old'];
  return scope.query<FingerprintAlias>(
    `WITH RECURSIVE found AS (
       SELECT asked.fingerprint,
              fingerprint_aliases.project_id,
              fingerprint_aliases.${to}_id AS id,
              fingerprint_aliases.${to}_version AS version
       FROM unnest($2::text[], $3::uuid[]) AS asked (fingerprint, id)
       JOIN fingerprint_aliases ON fingerprint_aliases.organization_id = $1
                               AND fingerprint_aliases.${from}_id = asked.id
       UNION
       SELECT found.fingerprint,
              found.project_id,
              fingerprint_aliases.${to}_id,
              fingerprint_aliases.${to}_version
       FROM found
       JOIN fingerprint_aliases ON fingerprint_aliases.organization_id = $1
                               AND fingerprint_aliases.project_id = found.project_id
                               AND fingerprint_aliases.${from}_id = found.id
     )
     SELECT project_id AS "projectId",
            fingerprint,
            'fp' || version || ':' || replace(id::text, '-', '') AS alias
     FROM found
     ORDER BY fingerprint, project_id, version, id`,
    [
      scope.organizationId,
      [...fingerprints],
      plainArray(fingerprints.map((fingerprint) => fingerprintId(fingerprint))),
    ],
  );
}
