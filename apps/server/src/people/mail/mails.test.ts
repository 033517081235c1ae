import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import type { NewInvitation } from '@svc/contract/people/members';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { inDays, testClock } from '../../../test/clock.ts';
import { actionsOf, makeBrowser, makePerson, makeTeam, PASSWORD } from '../../../test/people.ts';
import { startJobs } from '../../background/jobs.ts';
import { createMailSender } from './send-mails.ts';
import { sendTestMail } from './send-test-mail.ts';

const NEW_PASSWORD = 'an entirely new password';

let receiver: SMTPServer;
let isBroken = false;
let greeting = '';
const received: ParsedMail[] = [];
let test: TestApp;
let open: TestApp;

beforeAll(async () => {
  receiver = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, callback) =>
      callback(username === 'svc' && password === 'p@ss' ? null : new Error('no'), {
        user: username,
      }),
    onData: callbackify(
      async (stream: Readable, session: { user?: unknown; hostNameAppearsAs: string }) => {
        greeting = session.hostNameAppearsAs;
        const mail = await simpleParser(stream);
        if (isBroken) throw new Error('the mailbox is full');
        if (session.user === 'svc') received.push(mail);
      },
    ),
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver.server, 'listening');
  const { port } = receiver.server.address() as AddressInfo;
  const env = {
    SVC_SMTP_URL: `smtp://svc:p%40ss@127.0.0.1:${port}`,
    SVC_MAIL_FROM: 'svc <svc@example.com>',
  };
  test = await makeOwnApp({ because: 'sends the mails of all organizations', env: env });
  open = await makeOwnApp({
    because: 'sends the mails of all organizations',
    env: { ...env, SVC_SIGN_UP: 'open' },
  });
});
beforeEach(() => {
  received.length = 0;
  isBroken = false;
});
afterAll(async () => {
  await test.close();
  await open.close();
  await new Promise<void>((resolve) => receiver.close(resolve));
});

/** Sends what is due; returns the errors. */
async function sendDue({ deps }: TestApp = test): Promise<string[]> {
  const errors: string[] = [];
  await createMailSender(deps)((error) => errors.push((error as Error).message));
  return errors;
}

function only(): ParsedMail {
  expect(received).toHaveLength(1);
  const [mail] = received;
  if (mail === undefined) throw new Error('no mail came');
  return mail;
}

/** The last part of the link in the mail, which its text and its HTML have alike. */
function tokenIn({ text = '', html }: ParsedMail, path: string): string {
  const [link = ''] = new RegExp(`http://svc\\.test/${path}/\\S+`).exec(text) ?? [];
  expect(html).toContain(`href="${link}"`);
  return link.split('/').at(-1) ?? '';
}

describe('an invitation', () => {
  it('is mailed, as text and as HTML, with names as text', async () => {
    const name = '<b>Ada</b>\r\nBcc: all@svc.test';
    const { organizationId } = await test.makeOrganization('Tools & <i>Toys</i>');
    const owner = await makePerson(test, { organizationId, role: 'owner', name });
    const { data } = await owner.change<NewInvitation>('members.invite', {
      email: 'guest@svc.test',
      role: 'admin',
    });
    expect(data.isMailed).toBe(true);
    expect(received).toEqual([]);
    expect(await sendDue()).toEqual([]);
    const mail = only();
    expect(mail.from?.text).toBe('"svc" <svc@example.com>');
    expect(mail.to).toMatchObject({ text: 'guest@svc.test' });
    expect(mail.subject).toBe(`${owner.email} invites you to Tools & <i>Toys</i> on svc`);
    expect(mail.bcc).toBeUndefined();
    expect(mail.html).toContain('Tools &#38; &#60;i&#62;Toys');
    expect(mail.html).not.toMatch(/<i>|<script|<img/);
    expect(mail.text).toContain('as admin');
    const token = tokenIn(mail, 'invitations');
    expect(data.link).toBe(`http://svc.test/invitations/${token}`);
    expect(await sendDue()).toEqual([]);
    expect(received).toHaveLength(1);
  });
});

it.each(['revoked', 'replaced'])(
  'an invitation that is %s before it is sent is not mailed',
  async (how) => {
    const { owner } = await makeTeam(test);
    const input = { email: `${how}@svc.test`, role: 'member' };
    const { data } = await owner.change<NewInvitation>('members.invite', input);
    if (how === 'revoked') {
      await owner.change('members.revokeInvitation', { id: data.invitation.id });
    } else {
      await owner.change('members.invite', { ...input, role: 'admin' });
    }
    expect(await sendDue()).toEqual([]);
    const texts = received.map(({ text = '' }) => text);
    expect(texts).toEqual(how === 'revoked' ? [] : [expect.stringContaining('as admin')]);
    expect(await test.deps.database.query('SELECT 1 FROM mails')).toEqual([]);
  },
);

it('is sent by the jobs of a running server, which logs a failure and goes on', async () => {
  const errors: string[] = [];
  const log = {
    info: () => {},
    error: (error: unknown, job: string) => {
      if (job === 'mails') errors.push((error as Error).message);
    },
  };
  const { owner } = await makeTeam(test);
  isBroken = true;
  await owner.change('members.invite', { email: 'first@svc.test', role: 'member' });
  const jobs = startJobs(test.deps, log);
  try {
    await expect.poll(() => errors, { timeout: 10_000 }).toHaveLength(1);
    isBroken = false;
    await owner.change('members.invite', { email: 'second@svc.test', role: 'member' });
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  } finally {
    await jobs.stop();
    await test.deps.database.query('DELETE FROM mails');
  }
  expect(only().to).toMatchObject({ text: 'second@svc.test' });
});

describe('a mail that fails', () => {
  it('is logged without its text, tried again later, and sent once', async () => {
    const { owner } = await makeTeam(test);
    await owner.change('members.invite', { email: 'slow@svc.test', role: 'member' });
    isBroken = true;
    const errors = await sendDue();
    expect(errors).toEqual([
      "the mail 'invitation' to slow@svc.test failed at try 1, and will be tried again",
    ]);
    isBroken = false;
    await sendDue();
    expect(received).toEqual([]);
    test.setNow(inDays(2 / 24 / 60));
    expect(await sendDue()).toEqual([]);
    test.setNow(null);
    expect(only().to).toMatchObject({ text: 'slow@svc.test' });
  });

  it('is given up after the tenth try', async () => {
    const { owner } = await makeTeam(test);
    await owner.change('members.invite', { email: 'never@svc.test', role: 'member' });
    isBroken = true;
    const errors: string[] = [];
    for (let tries = 0; tries < 12; tries++) {
      test.setNow(new Date(testClock.now().getTime() + 3_700_000));
      errors.push(...(await sendDue()));
    }
    test.setNow(null);
    expect(errors).toHaveLength(10);
    expect(errors.at(-1)).toMatch(/failed at try 10, and is given up$/);
    expect(await test.deps.database.query('SELECT 1 FROM mails')).toEqual([]);
  });

  it('is not sent twice by two servers', async () => {
    const { owner } = await makeTeam(test);
    for (const email of ['a@svc.test', 'b@svc.test', 'c@svc.test']) {
      await owner.change('members.invite', { email, role: 'member' });
    }
    await Promise.all([sendDue(), sendDue(), sendDue()]);
    expect(received).toHaveLength(3);
  });
});

async function askReset(email: string): Promise<string> {
  const answer = await makeBrowser(test).change('account.requestPasswordReset', { email });
  expect(answer).toMatchObject({ status: 200, data: { done: true } });
  await sendDue();
  return tokenIn(only(), 'reset-password');
}

describe('resetting the password', () => {
  it('works once with the link from the mail, and ends all sessions', async () => {
    const { member, organizationId } = await makeTeam(test);
    const token = await askReset(member.email.toUpperCase());
    const reset = () =>
      makeBrowser(test).change('account.resetPassword', { token, password: NEW_PASSWORD });
    expect((await reset()).status).toBe(200);
    expect((await member.ask('whoami.get')).status).toBe(401);
    expect(await makeBrowser(test).signIn(member.email)).toBe(401);
    expect(await makeBrowser(test).signIn(member.email, NEW_PASSWORD)).toBe(200);
    expect((await reset()).status).toBe(404);
    expect(await actionsOf(test, organizationId)).toEqual([
      `${member.email} member.password-reset ${member.email}`,
    ]);
  });

  it('works for one of two simultaneous uses, not after an hour, and only with the newest link', async () => {
    const { member } = await makeTeam(test);
    const first = await askReset(member.email);
    received.length = 0;
    const second = await askReset(member.email);
    const reset = async (token: string) =>
      (await makeBrowser(test).change('account.resetPassword', { token, password: NEW_PASSWORD }))
        .status;
    expect(await reset(first)).toBe(404);
    test.setNow(new Date(testClock.now().getTime() + 3_601_000));
    expect(await reset(second)).toBe(404);
    test.setNow(null);
    received.length = 0;
    const third = await askReset(member.email);
    const statuses = await Promise.all([reset(third), reset(third)]);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  it('refuses a weak password and a forged link, and the link stays valid', async () => {
    const { member } = await makeTeam(test);
    const token = await askReset(member.email);
    const reset = async (input: object) =>
      (
        await makeBrowser(test).change('account.resetPassword', {
          token,
          password: NEW_PASSWORD,
          ...input,
        })
      ).status;
    expect(await reset({ password: 'elevenchars' })).toBe(400);
    expect(await reset({ token: `${token.slice(0, -3)}AAA` })).toBe(404);
    expect(await reset({})).toBe(200);
  });

  it('answers the same for an unknown address, and mails nobody', async () => {
    const answer = await makeBrowser(test).change('account.requestPasswordReset', {
      email: 'nobody@svc.test',
    });
    expect(answer).toMatchObject({ status: 200, data: { done: true } });
    await sendDue();
    expect(received).toEqual([]);
    expect(await test.deps.database.query('SELECT 1 FROM mails')).toEqual([]);
  });

  it('is limited per account, alike for known and unknown addresses', async () => {
    const { member } = await makeTeam(test);
    for (const email of [member.email, 'nobody@else.test']) {
      const statuses = [];
      for (let tries = 0; tries < 6; tries++) {
        const browser = makeBrowser(test);
        statuses.push((await browser.change('account.requestPasswordReset', { email })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
    await test.deps.database.query('DELETE FROM mails');
  });

  it('is refused for every address by a server that sends no mail', async () => {
    const silent = await makeOwnApp({ because: 'sends the mails of all organizations' });
    const person = await makePerson(silent);
    const answers = [];
    for (const email of [person.email, 'nobody@svc.test']) {
      answers.push(await makeBrowser(silent).change('account.requestPasswordReset', { email }));
    }
    await silent.close();
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [400, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
    ]);
    expect(answers[0]?.message).toBe(answers[1]?.message);
  });
});

const signUp = (email: string, password = PASSWORD) =>
  makeBrowser(open).change('account.signUp', { name: 'Eve', email, password });

describe('signing up openly, with mail', () => {
  it('makes the account only with the link in the mail, once', async () => {
    expect((await signUp('eve@svc.test')).data).toEqual({ email: 'eve@svc.test', next: 'confirm' });
    expect(await makeBrowser(open).signIn('eve@svc.test')).toBe(401);
    await sendDue(open);
    const token = tokenIn(only(), 'confirm-sign-up');
    const confirm = () => makeBrowser(open).change('account.confirmSignUp', { token });
    expect(await confirm()).toMatchObject({ status: 200, data: { email: 'eve@svc.test' } });
    expect((await confirm()).status).toBe(404);
    const eve = makeBrowser(open);
    expect(await eve.signIn('eve@svc.test')).toBe(200);
    expect((await eve.ask('account.get')).data).toMatchObject({
      activeOrganization: { name: "Eve's organization", role: 'owner' },
    });
  });

  it('answers the same for an address with an account, whose owner learns of it by mail', async () => {
    const known = await makePerson(open, { role: null });
    expect(await signUp(known.email, NEW_PASSWORD)).toMatchObject({
      status: 200,
      data: { email: known.email, next: 'confirm' },
    });
    await sendDue(open);
    expect(only().subject).toBe('You already have an account on svc');
    expect(only().text).not.toContain('confirm-sign-up');
    expect(await makeBrowser(open).signIn(known.email, NEW_PASSWORD)).toBe(401);
  });
});

it('sends a test mail at once, and greets with the host of the server', async () => {
  const config = { ...test.deps.config, baseUrl: 'https://svc.example.com' };
  expect(await sendTestMail(config, 'ada@example.com')).toMatch(/^250 /);
  expect(only()).toMatchObject({
    subject: 'Test mail of svc',
    text: 'svc at https://svc.example.com can send mail.\n',
  });
  expect(greeting).toBe('svc.example.com');
});

it.each(['http://localhost:4400', 'http://10.0.0.5:4400', 'http://[::1]:4400'])(
  'greets with a name or a bracketed address, also of %s',
  async (baseUrl) => {
    await sendTestMail({ ...test.deps.config, baseUrl }, 'ada@example.com');
    expect(only().subject).toBe('Test mail of svc');
    expect(greeting).toMatch(/^\[[\d.]+\]$|^(?![\d.]+$)[\w-]+(?:\.[\w-]+)+$/);
  },
);

it.each([
  [
    (url: string) => url.replace('p%40ss', 'wrong'),
    /^the mail was not sent: .*\. Correct the user/,
  ],
  [(url: string) => url.replace('smtp:', 'smtps:'), /smtps:\/\/ begins with TLS/],
  [() => 'smtp://127.0.0.1:1', /ECONNREFUSED.*\. Correct the host and the port in SVC_SMTP_URL/],
  [() => 'smtp://nowhere.invalid', /nowhere\.invalid.*\. Correct the host in SVC_SMTP_URL/],
])('says why a test mail was refused: %#', async (change, message) => {
  const { mail, ...config } = test.deps.config;
  if (mail === null) throw new Error('the app sends mail');
  const changed = { ...config, mail: { ...mail, smtpUrl: change(mail.smtpUrl) } };
  await expect(sendTestMail(changed, 'ada@example.com')).rejects.toThrow(message);
});

it('says which settings a test mail needs', async () => {
  await expect(sendTestMail({ ...test.deps.config, mail: null }, 'a@b.test')).rejects.toThrow(
    'SVC_SMTP_URL and SVC_MAIL_FROM are missing',
  );
});
