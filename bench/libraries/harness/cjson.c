/* cJSON: a text is parsed, copied, compared with its copy and printed in both ways. */
#include <stdint.h>
#include <stdlib.h>
#include "cJSON.h"

int run_one(const uint8_t *data, size_t size) {
  cJSON *json = cJSON_ParseWithLength((const char *)data, size);
  if (json == NULL) return -1;
  cJSON *copy = cJSON_Duplicate(json, 1);
  cJSON_Compare(json, copy, 1);
  cJSON_Delete(copy);
  free(cJSON_Print(json));
  free(cJSON_PrintUnformatted(json));
  cJSON_Delete(json);
  return 0;
}
