/* oxlint-disable no-console -- a reporter */
import type { Reporter, TestModule } from 'vitest/node';

/** Lists the tests that passed only at their second try, in the form that .ci/parts counts. */
export const secondTries: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (test.diagnostic()?.flaky !== true) continue;
        const { project, relativeModuleId } = module;
        const [error] = test.result().errors ?? [];
        const [reason = 'no message'] = (error?.message ?? 'no message').split('\n');
        console.log(`SECOND TRY ${project.name} ${relativeModuleId} > ${test.fullName}: ${reason}`);
      }
    }
  },
};
