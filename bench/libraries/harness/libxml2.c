/* libxml2: a document is parsed with its DTD and entities, written, parsed in parts, and read by the reader. */
#include <stdint.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>
#include <libxml/xpath.h>

enum { LARGEST = 20000, PART = 61 };

static void ignore_error(void *context, const char *text, ...) {}
static xmlParserInputPtr load_nothing(const char *url, const char *id, xmlParserCtxtPtr context) { return NULL; }

static void in_parts(const char *text, int size, int options) {
  xmlParserCtxtPtr context = xmlCreatePushParserCtxt(NULL, NULL, NULL, 0, "a.xml");
  if (context == NULL) return;
  xmlCtxtUseOptions(context, options);
  for (int at = 0; at < size; at += PART) xmlParseChunk(context, text + at, size - at < PART ? size - at : PART, 0);
  xmlParseChunk(context, NULL, 0, 1);
  xmlFreeDoc(context->myDoc);
  xmlFreeParserCtxt(context);
}

static void by_reader(const char *text, int size, int options) {
  xmlTextReaderPtr reader = xmlReaderForMemory(text, size, "a.xml", NULL, options);
  if (reader == NULL) return;
  while (xmlTextReaderRead(reader) == 1)
    for (int i = xmlTextReaderAttributeCount(reader); i-- > 0;) xmlTextReaderMoveToAttributeNo(reader, i);
  xmlFreeTextReader(reader);
}

int run_one(const uint8_t *data, size_t size) {
  static int is_ready;
  const char *text = (const char *)data;
  int options = XML_PARSE_DTDATTR | XML_PARSE_DTDVALID | XML_PARSE_NONET | XML_PARSE_NOENT;
  if (size > LARGEST) return -1;
  if (!is_ready) {
    is_ready = 1;
    xmlInitParser();
    xmlSetGenericErrorFunc(NULL, ignore_error);
    xmlSetExternalEntityLoader(load_nothing);
  }
  xmlDocPtr document = xmlReadMemory(text, (int)size, "a.xml", NULL, options);
  int refused = document == NULL ? -1 : 0;
  if (document != NULL) {
    xmlChar *written;
    int length;
    xmlDocDumpMemory(document, &written, &length);
    xmlFree(written);
    xmlFreeDoc(document);
  }
  in_parts(text, (int)size, 0);
  by_reader(text, (int)size, XML_PARSE_NONET);
  xmlResetLastError();
  return refused;
}
