import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { JSON_DOCUMENTS } from '../src/commands/help/documents.ts';
import { buildJsonSchema } from '../src/commands/help/help-json.ts';

const ajv = new Ajv2020({ allErrors: true });
formats.default(ajv);

/** Checks that stdout is what `svc help json` says about the command, and has no field that it does not say. */
export async function checkedDocument(command: string, stdout: string): Promise<unknown> {
  const document = JSON_DOCUMENTS.find((one) => one.command === command);
  if (document === undefined) throw new Error(`there is no document of '${command}'`);
  const printed: unknown = JSON.parse(stdout);
  const schema = await buildJsonSchema(document);
  const validate = ajv.getSchema(idOf(schema)) ?? ajv.compile(schema);
  expect({ valid: validate(printed), errors: validate.errors }).toEqual({
    valid: true,
    errors: null,
  });
  // Parsing leaves out what the schema does not have.
  const shape = await document.schema();
  expect(shape.parse(printed)).toEqual(printed);
  return printed;
}

function idOf(schema: object): string {
  return '$id' in schema ? String(schema.$id) : '';
}
