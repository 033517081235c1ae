import type { MakeParsers } from '../report-parser.ts';
import { XmlElements } from '../xml/xml-elements.ts';
import { TrxClasses } from './trx-classes.ts';
import { TrxReader } from './trx-reader.ts';

/**
 * TRX, the report of `dotnet test --logger trx` and of Visual Studio. The classes of its tests come after the
 * results, so that the report is read twice.
 */
export const makeTrxParsers: MakeParsers = (into, sentPath) => {
  const classes = new TrxClasses();
  return [new XmlElements(classes), new XmlElements(new TrxReader({ into, sentPath, classes }))];
};
