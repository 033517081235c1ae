import type { Config } from '../../config.ts';
import { sendTestMail } from '../../people/index.ts';

export async function testMail(config: Config, recipient: string): Promise<string[]> {
  const answer = await sendTestMail(config, recipient);
  return [`The mail server took a mail to ${recipient}: ${answer}`];
}
