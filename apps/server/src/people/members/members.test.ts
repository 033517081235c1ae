import type { Invitation, Member, NewInvitation } from '@svc/contract/people/members';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { inDays } from '../../../test/clock.ts';
import { untilLocked } from '../../../test/locks.ts';
import { actionsOf, makePerson, makeTeam, type Person } from '../../../test/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await makeApp();
});
afterAll(() => test.close());

async function rolesOf(person: Person): Promise<Record<string, string>> {
  const { data } = await person.ask<{ items: Member[] }>('members.list');
  return Object.fromEntries(data.items.map(({ email, role }) => [email, role]));
}

describe('the list', () => {
  it('has everybody with role and last activity, owners first', async () => {
    const { owner, admin, member } = await makeTeam(test);
    await expect
      .poll(async () => (await member.ask<{ items: Member[] }>('members.list')).data.items)
      .toEqual(
        [owner, admin, member].map((person, index) => ({
          userId: person.userId,
          name: 'Ada',
          email: person.email,
          isVerified: expect.any(Boolean),
          role: ['owner', 'admin', 'member'][index],
          joinedAt: expect.any(String),
          // The owner and the admin signed in, but asked for nothing yet.
          lastActiveAt: person === member ? expect.any(String) : null,
          isYou: person === member,
        })),
      );
  });

  it('says nothing of another organization', async () => {
    const [mine, theirs] = [await makeTeam(test), await makeTeam(test)];
    const emails = Object.keys(await rolesOf(mine.owner));
    expect(emails).toHaveLength(3);
    expect(emails).not.toContain(theirs.owner.email);
  });
});

describe('a role', () => {
  it.each([
    ['owner', 'member', 'admin', 200],
    ['owner', 'member', 'owner', 200],
    ['owner', 'admin', 'owner', 200],
    ['admin', 'member', 'admin', 200],
    ['admin', 'member', 'owner', 403],
    ['admin', 'owner', 'member', 403],
    ['admin', 'admin', 'owner', 403],
    ['member', 'member', 'admin', 403],
    ['member', 'admin', 'member', 403],
  ] as const)('is changed by %s, for %s, to %s: %i', async (who, whose, role, status) => {
    const team = await makeTeam(test);
    const answer = await team[who].change('members.changeRole', {
      userId: team[whose].userId,
      role,
    });
    expect(answer.status).toBe(status);
    const roles = await rolesOf(team.owner);
    expect(roles[team[whose].email]).toBe(status === 200 ? role : whose);
    expect(await actionsOf(test, team.organizationId)).toEqual(
      status === 200 ? [`${team[who].email} member.role-changed ${team[whose].email}`] : [],
    );
  });

  it('decides the very next request', async () => {
    const { owner, admin } = await makeTeam(test);
    expect((await admin.ask('members.invitations')).status).toBe(200);
    await owner.change('members.changeRole', { userId: admin.userId, role: 'member' });
    expect((await admin.ask('members.invitations')).status).toBe(403);
  });

  it('is not taken back by an admin who is demoted at the same moment', async () => {
    const { owner, admin } = await makeTeam(test);
    const answer = await test.deps.database.transaction(async (transaction) => {
      await transaction.query(`UPDATE members SET role = 'member' WHERE user_id = $1`, [
        admin.userId,
      ]);
      const sent = admin.change('members.changeRole', { userId: admin.userId, role: 'admin' });
      await untilLocked(test, 'FOR UPDATE OF members');
      return { sent };
    });
    expect((await answer.sent).status).toBe(403);
    expect((await rolesOf(owner))[admin.email]).toBe('member');
  });

  it('of the last owner stays, also when two owners demote each other at once', async () => {
    const { owner, admin, organizationId } = await makeTeam(test);
    const alone = await owner.change('members.changeRole', {
      userId: owner.userId,
      role: 'member',
    });
    expect([alone.status, alone.code]).toEqual([409, 'CONFLICT']);
    for (let round = 0; round < 10; round++) {
      await test.deps.database.query(
        `UPDATE members SET role = 'owner' WHERE organization_id = $1 AND user_id = ANY ($2::text[])`,
        [organizationId, [owner.userId, admin.userId]],
      );
      const answers = await Promise.all([
        owner.change('members.changeRole', { userId: admin.userId, role: 'member' }),
        admin.change('members.changeRole', { userId: owner.userId, role: 'member' }),
      ]);
      const [owners] = await test.deps.database.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM members WHERE organization_id = $1 AND role = 'owner'`,
        [organizationId],
      );
      expect(owners?.count).toBe(1);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200);
    }
  });
});

describe('removing', () => {
  it.each([
    ['owner', 'member', 200],
    ['owner', 'admin', 200],
    ['admin', 'member', 200],
    ['admin', 'owner', 403],
    ['member', 'admin', 403],
    ['owner', 'owner', 400],
  ] as const)('by %s, of %s: %i', async (who, whose, status) => {
    const team = await makeTeam(test);
    const answer = await team[who].change('members.remove', { userId: team[whose].userId });
    expect(answer.status).toBe(status);
    expect(team[whose].email in (await rolesOf(team.owner))).toBe(status !== 200);
  });

  it('ends the very next request of the removed member, who can go on with another organization', async () => {
    const { owner, member, organizationId } = await makeTeam(test);
    expect((await member.ask('whoami.get')).status).toBe(200);
    await owner.change('members.remove', { userId: member.userId });
    const refused = await member.ask('whoami.get');
    expect([refused.status, refused.details?.[0]?.path]).toEqual([403, 'organization']);
    const { data } = await member.ask('account.get');
    expect(data).toMatchObject({
      user: { email: member.email },
      organizations: [],
      activeOrganization: null,
    });
    expect(await actionsOf(test, organizationId)).toEqual([
      `${owner.email} member.removed ${member.email}`,
    ]);
  });

  it.each([
    ['removed', 'admin', 'admin', 404],
    ['made a member', 'admin', 'admin', 404],
    ['made a member', 'admin', 'member', 404],
    ['made an admin', 'owner', 'owner', 404],
    ['made an admin', 'owner', 'admin', 200],
    ['removed', 'owner', 'member', 404],
  ] as const)(
    'lets nobody who was %s come back by an own invitation: %s as %s',
    async (what, was, as, status) => {
      const { owner, admin, organizationId } = await makeTeam(test);
      if (was === 'owner') {
        await owner.change('members.changeRole', { userId: admin.userId, role: 'owner' });
      }
      const second = await makePerson(test, { role: null });
      const { data } = await admin.change<NewInvitation>('members.invite', {
        email: second.email,
        role: as,
      });
      const { userId } = admin;
      const answer =
        what === 'removed'
          ? await owner.change('members.remove', { userId })
          : await owner.change('members.changeRole', {
              userId,
              role: what === 'made an admin' ? 'admin' : 'member',
            });
      expect(answer.status).toBe(200);
      const token = data.link.split('/').at(-1);
      expect((await second.change('account.acceptInvitation', { token })).status).toBe(status);
      const revoked = `${owner.email} member.invitation-revoked ${second.email}`;
      expect((await actionsOf(test, organizationId)).includes(revoked)).toBe(status === 404);
    },
  );

  it('leaves at least one owner when two owners remove each other, or leave, at once', async () => {
    const { owner, admin, organizationId } = await makeTeam(test);
    await owner.change('members.changeRole', { userId: admin.userId, role: 'owner' });
    const answers = await Promise.all([
      owner.change('members.leave'),
      admin.change('members.remove', { userId: owner.userId }),
      admin.change('members.leave'),
    ]);
    const [owners] = await test.deps.database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM members WHERE organization_id = $1 AND role = 'owner'`,
      [organizationId],
    );
    expect([owners?.count, answers.map(({ status }) => status)]).toEqual([1, expect.anything()]);
  });
});

describe('leaving', () => {
  it('moves the sessions on to another organization, and is refused to the last owner', async () => {
    const { owner, member } = await makeTeam(test);
    const other = await test.makeOrganization('Elsewhere');
    await test.deps.database.query(
      `INSERT INTO members (id, organization_id, user_id, role, created_at)
       VALUES ($1, $2, $3, 'admin', now())`,
      [test.deps.random.id(), other.organizationId, member.userId],
    );
    expect((await owner.change('members.leave')).status).toBe(409);
    expect((await member.change('members.leave')).status).toBe(200);
    const { data } = await member.ask('whoami.get');
    expect(data).toMatchObject({
      organization: { id: other.organizationId },
      credential: { role: 'admin' },
    });
    expect(Object.keys(await rolesOf(owner))).not.toContain(member.email);
  });
});

const revoke = async (person: Person, id: string) =>
  (await person.change('members.revokeInvitation', { id })).status;

describe('an invitation', () => {
  it.each([
    ['owner', 'owner', 200],
    ['owner', 'member', 200],
    ['admin', 'admin', 200],
    ['admin', 'owner', 403],
    ['member', 'member', 403],
  ] as const)('by %s as %s: %i', async (who, role, status) => {
    const team = await makeTeam(test);
    const answer = await team[who].change<NewInvitation>('members.invite', {
      email: 'New@Svc.Test',
      role,
    });
    expect(answer.status).toBe(status);
    const { data } = await team.owner.ask<{ items: Invitation[] }>('members.invitations');
    expect(data.items).toEqual(status === 200 ? [answer.data.invitation] : []);
    if (status !== 200) return;
    expect(answer.data).toEqual({
      invitation: {
        id: expect.any(String),
        email: 'new@svc.test',
        role,
        invitedBy: team[who].email,
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
      link: expect.stringMatching(/^http:\/\/svc\.test\/invitations\/[\da-f-]{36}\.[\w-]{43}$/),
      isMailed: false,
    });
    expect(await actionsOf(test, team.organizationId)).toEqual([
      `${team[who].email} member.invited new@svc.test`,
    ]);
  });

  it('is refused to an admin who is demoted at the same moment', async () => {
    const { admin, owner } = await makeTeam(test);
    const answer = await test.deps.database.transaction(async (transaction) => {
      await transaction.query(`UPDATE members SET role = 'member' WHERE user_id = $1`, [
        admin.userId,
      ]);
      const input = { email: 'second@svc.test', role: 'admin' };
      const sent = admin.change('members.invite', input);
      await untilLocked(test, 'FOR UPDATE OF members');
      return { sent };
    });
    expect((await answer.sent).status).toBe(403);
    expect((await owner.ask('members.invitations')).data).toEqual({ items: [] });
  });

  it('is refused for a member, replaced by a second one, and gone after 7 days', async () => {
    const { owner, member } = await makeTeam(test);
    const known = await owner.change('members.invite', { email: member.email, role: 'admin' });
    expect([known.status, known.code]).toEqual([409, 'CONFLICT']);
    await owner.change('members.invite', { email: 'twice@svc.test', role: 'admin' });
    await owner.change('members.invite', { email: 'twice@svc.test', role: 'member' });
    const pending = async () =>
      (await owner.ask<{ items: Invitation[] }>('members.invitations')).data.items;
    expect((await pending()).map(({ role }) => role)).toEqual(['member']);
    test.setNow(inDays(6.9));
    expect(await pending()).toHaveLength(1);
    test.setNow(null);
    await test.deps.database.query(
      `UPDATE invitations SET expires_at = expires_at - interval '7 days' WHERE email = 'twice@svc.test'`,
    );
    expect(await pending()).toEqual([]);
  });

  it('is refused beside 200 pending ones, unless it replaces one of them', async () => {
    const { owner, organizationId } = await makeTeam(test);
    await test.deps.database.query(
      `INSERT INTO invitations (id, organization_id, inviter_id, email, role, status, expires_at)
       SELECT gen_random_uuid(), $1, $2, 'guest' || number || '@svc.test', 'member', 'pending', $3
       FROM generate_series(1, 200) AS number`,
      [organizationId, owner.userId, inDays(1)],
    );
    const invite = async (email: string) =>
      (await owner.change('members.invite', { email, role: 'member' })).status;
    expect(await invite('guest201@svc.test')).toBe(409);
    expect(await invite('guest200@svc.test')).toBe(200);
    // Otherwise an organization could mail any number of strangers.
    const { data } = await owner.ask<{ items: Invitation[] }>('members.invitations');
    expect(await revoke(owner, data.items[0]?.id ?? '')).toBe(200);
    expect(await invite('guest201@svc.test')).toBe(409);
  });

  it('of one address is refused from the sixth within 15 minutes on', async () => {
    const [one, two] = [await makeTeam(test), await makeTeam(test)];
    const statuses = [];
    for (const { owner } of [one, two, one, two, one, two]) {
      const input = { email: 'popular@svc.test', role: 'member' };
      statuses.push((await owner.change('members.invite', input)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('is not revoked by somebody who is demoted while the request waits', async () => {
    const { owner, admin } = await makeTeam(test);
    const id = (
      await owner.change<{ invitation: { id: string } }>('members.invite', {
        email: 'waits@svc.test',
        role: 'member',
      })
    ).data.invitation.id;
    const { deps } = test;
    const answer = await deps.database.transaction(async (transaction) => {
      await transaction.query(`UPDATE members SET role = 'member' WHERE user_id = $1`, [
        admin.userId,
      ]);
      const waiting = revoke(admin, id);
      await untilLocked(test, 'FOR UPDATE');
      return { waiting };
    });
    expect(await answer.waiting).toBe(403);
    expect(await revoke(owner, id)).toBe(200);
  });

  it('is revoked once, by admins, and an owner’s only by owners', async () => {
    const { owner, admin, member } = await makeTeam(test);
    const invite = async (role: string) =>
      (
        await owner.change<NewInvitation>('members.invite', {
          email: `${role}@new.test`,
          role,
        })
      ).data.invitation.id;
    const [asOwner, asMember] = [await invite('owner'), await invite('member')];
    expect(await revoke(member, asMember)).toBe(403);
    expect(await revoke(admin, asOwner)).toBe(403);
    expect(await revoke(admin, asMember)).toBe(200);
    expect(await revoke(admin, asMember)).toBe(404);
    expect(await revoke(owner, asOwner)).toBe(200);
  });
});

it('answers ids of another organization as unknown ones', async () => {
  const [mine, theirs] = [await makeTeam(test), await makeTeam(test)];
  const { data } = await theirs.owner.change<NewInvitation>('members.invite', {
    email: 'theirs@svc.test',
    role: 'member',
  });
  const calls = [
    ['members.changeRole', 'userId', { role: 'admin' }, theirs.member.userId],
    ['members.remove', 'userId', {}, theirs.member.userId],
    ['members.revokeInvitation', 'id', {}, data.invitation.id],
  ] as const;
  for (const [path, field, input, id] of calls) {
    const none = test.deps.random.id();
    const [foreign, unknown] = await Promise.all(
      [id, none].map((one) => mine.owner.change(path, { ...input, [field]: one })),
    );
    expect([path, foreign?.status]).toEqual([path, 404]);
    expect(foreign?.message?.replace(id, none)).toBe(unknown?.message);
  }
  expect(Object.values(await rolesOf(theirs.owner))).toEqual(['owner', 'admin', 'member']);
});

it('lets an API key list members, and change none', async () => {
  const key = await test.makeOrganization('Keys');
  await makePerson(test, { organizationId: key.organizationId, role: 'owner' });
  const ask = async (method: 'GET' | 'POST', url: string) =>
    (
      await test.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${key.apiKey}` },
        ...(method === 'POST' ? { payload: {} } : {}),
      })
    ).statusCode;
  expect(await ask('GET', '/trpc/members.list?input={}')).toBe(200);
  expect(await ask('POST', '/trpc/members.leave')).toBe(403);
});
